import type { openClient } from "@stampbook/db/testing";

/** Waits until so many in the client's database wait for a lock. */
export async function untilWaiting(sql: ReturnType<typeof openClient>, count = 1): Promise<void> {
  for (let waiting = 0; waiting < count; ) {
    const [row] = await sql`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    waiting = row?.waiting ?? 0;
  }
}
