import type postgres from "postgres";
import { callerOperation } from "../caller.ts";
import type { Gate } from "./gate.ts";

/**
 * Combines one client per connection into one client for drizzle, which uses `unsafe`, `begin` and `options`.
 * Each statement and each transaction goes through the gate. A transaction reserves all places of its
 * connection, so its statements skip the gate.
 */
export function gated(clients: readonly postgres.Sql[], gate: Gate, depth: number): postgres.Sql {
  const clientOf = (connection: number) => clients[connection] as postgres.Sql;
  const unsafe = (...[text, parameters, options]: Parameters<postgres.Sql["unsafe"]>) => {
    let isRaw = false;
    // deferred, because drizzle may call `values` right after this call
    const rows = Promise.resolve().then(() =>
      gate.enter(
        async (connection) => {
          const query = clientOf(connection).unsafe(text, parameters, options);
          return isRaw ? query.values() : query;
        },
        1,
        text,
      ),
    );
    const values = () => {
      isRaw = true;
      return rows;
    };
    return Object.assign(rows, { values });
  };
  const begin = (work: (tx: postgres.TransactionSql) => unknown) =>
    gate.enter(
      (connection) => clientOf(connection).begin(work),
      depth,
      `transaction ${callerOperation() ?? ""}`,
    );
  return { options: clientOf(0).options, unsafe, begin } as unknown as postgres.Sql;
}
