import type { Stage } from "../stage/stage.ts";

/** A statement's total cost in the database. */
export type Costly = {
  readonly text: string;
  readonly calls: number;
  /** How often the statement was planned: on every call if the planner uses no generic plan. */
  readonly plans: number;
  readonly planMs: number;
  readonly walBytes: number;
  readonly ms: number;
  readonly share: number;
};

/** Server settings that count statements. */
export const counting = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
};

export async function beginCounting({ sql }: Stage): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`;
  await sql`select pg_stat_statements_reset()`;
}

/** The 12 statements that took most of the database's time since `beginCounting`, planning included. */
export async function costliest({ sql }: Stage): Promise<readonly Costly[]> {
  return sql<Costly[]>`
    select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int, plans::int,
      total_plan_time as "planMs", wal_bytes::float8 as "walBytes",
      (total_exec_time + total_plan_time) as ms,
      (total_exec_time + total_plan_time) / sum(total_exec_time + total_plan_time) over () as share
    from pg_stat_statements where calls > 0
    order by ms desc limit 12`;
}
