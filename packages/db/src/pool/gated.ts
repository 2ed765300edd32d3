import type { PGlite } from "@electric-sql/pglite";
import type postgres from "postgres";
import type { EmbeddedClient } from "../connecting/kept-statements.ts";
import type { Gate } from "./gate.ts";

/**
 * Combines one client per connection into one client for drizzle, which uses `unsafe`, `begin` and `options`.
 * Each statement and each transaction goes through the gate. A transaction reserves all places of its
 * connection, so its statements skip the gate.
 */
export function gatedServer(
  clients: readonly postgres.Sql[],
  gate: Gate,
  depth: number,
): postgres.Sql {
  const clientOf = (connection: number) => clients[connection] as postgres.Sql;
  const unsafe = (...[text, parameters, options]: Parameters<postgres.Sql["unsafe"]>) => {
    let isRaw = false;
    // deferred, because drizzle may call `values` right after this call
    const rows = Promise.resolve().then(() =>
      gate.enter(async (connection) => {
        const query = clientOf(connection).unsafe(text, parameters, options);
        return isRaw ? query.values() : query;
      }),
    );
    const values = () => {
      isRaw = true;
      return rows;
    };
    return Object.assign(rows, { values });
  };
  const begin = (work: (tx: postgres.TransactionSql) => unknown) =>
    gate.enter((connection) => clientOf(connection).begin(work), depth);
  return { options: clientOf(0).options, unsafe, begin } as unknown as postgres.Sql;
}

/**
 * Wraps the embedded database for drizzle, which uses `query` and `transaction`. PGlite runs one statement at
 * a time, in this thread, and its own queue has no limit. The gate has a single place, so work waits in the
 * gate's queue, which has a limit.
 */
export function gatedEmbedded(client: EmbeddedClient, gate: Gate): PGlite {
  const query = (...call: Parameters<PGlite["query"]>) => gate.enter(() => client.query(...call));
  const transaction = (work: Parameters<PGlite["transaction"]>[0]) =>
    gate.enter(() => client.transaction(work));
  return { query, transaction } as unknown as PGlite;
}
