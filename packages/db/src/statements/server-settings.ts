import { sql } from "drizzle-orm";
import type { Db } from "../types.ts";

/** Settings of our sessions that we do not set ourselves. */
export type ServerSettings = {
  /** Names and values of those with which calls fail, as `name = value`. */
  readonly failing: readonly string[];
  /** Those with which calls that were acknowledged can be lost, or tables grow without end. */
  readonly careless: readonly string[];
  /** What the role or the database sets, and we do not: a cause to look at if something is slow or fails. */
  readonly own: readonly string[];
};

/** What our sessions set themselves, or what only names something. */
const settled = [
  "jit",
  "default_transaction_isolation",
  "datestyle",
  "TimeZone",
  "lock_timeout",
  "statement_timeout",
  "idle_in_transaction_session_timeout",
  "idle_session_timeout",
  "plan_cache_mode",
  "application_name",
  "client_encoding",
];

/** Reads the settings that a server, a database or a role can have and that matter to calls. */
export async function lookAtServerSettings(db: Db): Promise<ServerSettings> {
  const named = (condition: string) => sql<string[]>`(
    select coalesce(json_agg(name || ' = ' || current_setting(name) order by name), '[]')
    from pg_settings where ${sql.raw(condition)})`;
  const [found] = await db
    .select({
      failing: named(`name = 'default_transaction_read_only' and setting = 'on'
        or name = 'transaction_timeout' and setting <> '0'
        or name = 'session_replication_role' and setting <> 'origin'
        or name ~ '^enable_' and setting = 'off' and boot_val = 'on'
        or name ~ '_collapse_limit$' and setting::int < boot_val::int`),
      careless: named(
        "name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum') and setting = 'off'",
      ),
      own: sql<string[]>`(select coalesce(json_agg(distinct line order by line), '[]')
        from pg_db_role_setting, unnest(setconfig) as line
        where setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and setrole in (0, (select oid from pg_roles where rolname = current_user))
          and lower(split_part(line, '=', 1)) <> all (${sql.param(`{${settled}}`)}))`,
    })
    .from(sql`(select 1) as one`);
  if (!found) throw new Error("A server answers select with a row.");
  return found;
}
