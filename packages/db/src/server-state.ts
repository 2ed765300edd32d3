import type { Sql } from "postgres";

/** What a server says of itself when a connection to it starts. */
export type ServerState = {
  /** Whether a pooler stands between: the server's process is another than the one we were greeted by. */
  readonly hasPooler: boolean;
  readonly isStandby: boolean;
  /** Whether transactions there begin read-only, on a standby or not. */
  readonly isReadOnly: boolean;
  /** The bounds that its sessions have without our asking, in ms; 0 is without end. */
  readonly bounds: Bounds;
};

/** How long a lock is waited for, a statement runs, and a transaction idles: in ms, by setting. */
export type Bounds = Readonly<
  Record<"lock_timeout" | "statement_timeout" | "idle_in_transaction_session_timeout", number>
>;

/** What a server takes at most for a bound, 24 days: a 0, for no end, is left out by the driver. */
export const ENDLESS = 2_147_483_647;

/**
 * Asks a server for its state, by a client that sends no bounds of its own. A pooler makes up the
 * process id that it greets with (it is for cancelling), so that id tells it from a server, whatever
 * the pooler is and however the role is set up.
 */
export async function askServer(client: Sql): Promise<ServerState> {
  // this cast is how PostgreSQL reads the units that it writes
  const rows = await client<
    { pid: number; isStandby: boolean; isReadOnly: boolean; bounds: Bounds }[]
  >`
    select pg_backend_pid() as pid, pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only')::boolean as "isReadOnly",
      (select json_object_agg(name, extract(epoch from current_setting(name)::interval) * 1000)
        from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name)
      as bounds`;
  const [row] = rows;
  if (!row) throw new Error("A server answers select with a row.");
  const { pid, ...state } = row;
  return { ...state, hasPooler: pid !== rows.state.pid };
}
