import type { Sql } from "postgres";

/** The state that a server reports on a new connection. */
export type ServerState = {
  /** Whether there is a pooler: the server's process id differs from the one in the greeting. */
  readonly hasPooler: boolean;
  readonly isStandby: boolean;
  /** Whether transactions begin read-only, as on every standby. */
  readonly isReadOnly: boolean;
  /** The default time-outs of the server's sessions, in ms; 0 means none. */
  readonly bounds: Bounds;
  /** The names of `sessionSettings` that the server's sessions have otherwise. */
  readonly differing: readonly (keyof typeof sessionSettings)[];
};

/** Time-outs for locks, statements and idle transactions, in ms, by the name of the setting. */
export type Bounds = Readonly<
  Record<"lock_timeout" | "statement_timeout" | "idle_in_transaction_session_timeout", number>
>;

/**
 * The largest time-out that a server accepts, almost 25 days. Stands for no limit: the driver does not send
 * a 0.
 */
export const ENDLESS = 2_147_483_647;

/**
 * Settings that each of our sessions needs, whatever the server, the database and the role have.
 *
 * - `jit`: compiling a batch of calls takes up to seconds, and running it milliseconds. PostgreSQL does it once it
 *   expects the batch to be expensive, such as with thousands of sales for each customer.
 * - `default_transaction_isolation`: statements judge a row again after they have waited for its lock. With a
 *   snapshot of the whole transaction they would fail instead.
 * - `datestyle`: times are read as ISO text.
 * - `timezone`: texts of times are compared and cut by day in UTC.
 */
export const sessionSettings = {
  jit: "off",
  default_transaction_isolation: "read committed",
  datestyle: "ISO",
  timezone: "UTC",
} as const;

/**
 * Asks a server for its state. The client must set none of these settings, so that they are the server's
 * defaults. A pooler sends its clients a made-up process id. If that id differs from the id that the server
 * reports, there is a pooler.
 */
export async function askServer(client: Sql): Promise<ServerState> {
  // the cast to interval parses the units with which PostgreSQL prints settings
  const rows = await client<
    {
      pid: number;
      isStandby: boolean;
      isReadOnly: boolean;
      differing: ServerState["differing"];
      bounds: Bounds;
    }[]
  >`
    select pg_backend_pid() as pid, pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only')::boolean as "isReadOnly",
      array_to_json(array_remove(array[
        case when pg_jit_available() then 'jit' end,
        case when current_setting('default_transaction_isolation') <> 'read committed'
          then 'default_transaction_isolation' end,
        case when current_setting('datestyle') not like 'ISO%' then 'datestyle' end,
        case when current_setting('timezone') not in ('UTC', 'Etc/UTC') then 'timezone' end], null)) as differing,
      (select json_object_agg(name, extract(epoch from current_setting(name)::interval) * 1000)
        from unnest(array['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name)
      as bounds`;
  const [row] = rows;
  if (!row) throw new Error("A server answers select with a row.");
  const { pid, ...state } = row;
  return { ...state, hasPooler: pid !== rows.state.pid };
}
