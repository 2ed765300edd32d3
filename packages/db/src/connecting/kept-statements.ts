import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";

/** The methods of the embedded database that drizzle uses. */
export type EmbeddedClient = Pick<PGlite, "query" | "transaction">;

type Kept = {
  readonly name: string;
  /** The PostgreSQL type ids (OIDs) of the statement's parameters. */
  readonly types: readonly number[];
  /** The database's description of the result's columns. */
  readonly columns: Message[];
};

type Message = Parameters<typeof parse.parseResults>[0][number];

/** The most statements that stay parsed. Beyond that, the least recently used statement is closed. */
const limit = 500;

const { serialize } = protocol;

/**
 * Makes the embedded database parse and plan a statement with parameters once, as postgres.js does with a
 * server. PGlite's own `query` parses and plans at each call. Planning a large statement takes longer than
 * running it. Only one statement or transaction may run at a time, which the gate (`pool/gate.ts`) ensures.
 */
export function keepStatements(client: PGlite): EmbeddedClient {
  const kept = new Map<string, Kept>();
  let count = 0;

  const keep = async (text: string): Promise<Kept> => {
    const known = kept.get(text);
    if (known) {
      kept.delete(text);
      kept.set(text, known);
      return known;
    }
    count += 1;
    const name = `kept_${count}`;
    const described = await send(client, [
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    ]);
    const added = {
      name,
      types: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === "rowDescription"),
    };
    kept.set(text, added);
    const [oldest] = kept;
    if (oldest && kept.size > limit) {
      kept.delete(oldest[0]);
      await send(client, [serialize.close({ type: "S", name: oldest[1].name })]);
    }
    return added;
  };

  const execute = async <Row>(
    text: string,
    params: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Results<Row>> => {
    const { name, types, columns } = await keep(text);
    const values = params.map((value, index) => {
      if (value === null || value === undefined) return null;
      const toText = client.serializers[types[index] as number];
      return toText ? toText(value) : String(value);
    });
    const answer = await send(client, [
      serialize.bind({ statement: name, values }),
      serialize.execute({}),
    ]);
    const [results] = parse.parseResults(
      [...columns, ...answer],
      client.parsers,
      options,
    ) as Results<Row>[];
    return results as Results<Row>;
  };

  const query: PGlite["query"] = async (text, params = [], options) => {
    if (!params.length || !client.ready) return client.query(text, params, options);
    const results = await client.runExclusive(() => execute<never>(text, params, options));
    await client.syncToFs();
    return results;
  };

  const transaction: PGlite["transaction"] = (work) =>
    client.transaction((tx) => {
      const queryInside: Transaction["query"] = (text, params = [], options) =>
        params.length
          ? client.runExclusive(() => execute<never>(text, params, options))
          : tx.query(text, params, options);
      return work({ ...tx, query: queryInside });
    });

  return { query, transaction };
}

/**
 * Sends messages, then a sync, because after an error PostgreSQL ignores all messages up to the next sync.
 * Throws the database's error.
 */
async function send(client: PGlite, messages: readonly Uint8Array[]): Promise<Message[]> {
  const { messages: answer } = await client.execProtocol(
    Buffer.concat([...messages, serialize.sync()]),
    { syncToFs: false },
  );
  return answer;
}
