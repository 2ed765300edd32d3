import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
import { type Bounds, ENDLESS, type ServerState, sessionSettings } from "./server-state.ts";

type Work = (tx: TransactionSql) => unknown;
type Pending = PendingQuery<Row[]>;
type Unsafe = Sql["unsafe"];

/**
 * Whether the server's sessions have all settings that a connection needs: `sessionSettings`, and time-outs for locks and
 * statements, at most as long as the wanted time-outs. False if a wanted time-out is `ENDLESS`.
 */
export function isSet({ bounds: found, differing }: ServerState, wanted: Bounds): boolean {
  if (differing.length) return false;
  return (["lock_timeout", "statement_timeout"] as const).every(
    (name) => wanted[name] < ENDLESS && found[name] > 0 && found[name] <= wanted[name],
  );
}

/**
 * Wraps a client for a pooler in transaction mode, which refuses or ignores session settings. Every
 * transaction sets its own time-outs and `sessionSettings`. A single statement becomes a transaction too, with two more
 * round trips, unless the role has these settings (`isBounded`). Only `unsafe` and `begin` are wrapped,
 * because drizzle sends statements only through them.
 */
export function behindPooler(client: Sql, wanted: Bounds, isBounded: boolean): Sql {
  const { default_transaction_isolation: isolation, ...others } = sessionSettings;
  const settings = Object.entries({ ...wanted, ...others, transaction_isolation: isolation })
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join("; ");
  const begin = (...call: [Work] | [string, Work]) => {
    const [options, work] = call.length === 1 ? ["", call[0]] : call;
    return client.begin(options, (tx) => {
      // Sent with the first statement. An error of the settings is ignored here: the transaction fails too.
      tx.unsafe(settings).catch(() => {});
      return work(tx);
    });
  };
  const unsafe = (...[text, parameters = [], options]: Parameters<Unsafe>) =>
    isBounded
      ? client.unsafe(text, parameters, { ...options, ...alone })
      : inTransactionOfItsOwn((tx) => tx.unsafe(text, parameters, options), begin);
  const own: Readonly<Record<PropertyKey, unknown>> = { begin, unsafe };
  return new Proxy(client, {
    get: (target, key) => (Object.hasOwn(own, key) ? own[key] : Reflect.get(target, key)),
  });
}

/**
 * Makes the driver wait for a statement's answer before it sends the next statement. By default the driver
 * does not wait behind a statement without parameters. After the first answer the pooler gives the server
 * connection to another client. At the second statement the pooler drops that connection without an error, so
 * the second statement hangs forever. The driver itself uses this hook to reserve a connection for a
 * transaction.
 */
const alone = { onexecute: () => false };

/**
 * Runs a query in its own transaction. Returns the rows in the two forms that drizzle uses: as objects, or as
 * arrays if drizzle calls `values()`.
 */
function inTransactionOfItsOwn(
  send: (tx: TransactionSql) => Pending,
  begin: (work: Work) => Promise<unknown>,
) {
  let asValues = false;
  const rows = Promise.resolve().then(() =>
    begin((tx) => (asValues ? send(tx).values() : send(tx))),
  );
  const values = () => {
    asValues = true;
    return rows;
  };
  return Object.assign(rows, { values });
}
