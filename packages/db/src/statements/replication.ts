import { sql } from "drizzle-orm";
import type { Db } from "../types.ts";

/** How far a server's copies are behind it. */
export type Replication = {
  readonly standbys: readonly {
    readonly name: string;
    /** Such as `streaming`. Null if our role may not see it, which `pg_monitor` allows. */
    readonly state: string | null;
    /** How long ago the last change was made that the standby has not applied. Null if it has applied all. */
    readonly behindS: number | null;
  }[];
  /** Replication slots that nobody uses, and the bytes of write-ahead log that the server keeps for each. */
  readonly unusedSlots: readonly { readonly name: string; readonly bytes: number }[];
};

/** Reads how far a primary's standbys are behind. Null on a standby. */
export async function lookAtReplication(db: Db): Promise<Replication | null> {
  const [found] = await db
    .select({
      replication: sql<Replication | null>`case when not pg_is_in_recovery() then json_build_object(
        'standbys', (select coalesce(json_agg(json_build_object(
            'name', coalesce(nullif(application_name, ''), host(client_addr), 'a standby'),
            'state', state, 'behindS', extract(epoch from replay_lag)::float8)
            order by application_name, pid), '[]') from pg_stat_replication),
        'unusedSlots', (select coalesce(json_agg(json_build_object('name', slot_name,
            'bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8) order by slot_name), '[]')
          from pg_replication_slots where not active and restart_lsn is not null)) end`,
    })
    .from(sql`(select 1) as one`);
  return found?.replication ?? null;
}
