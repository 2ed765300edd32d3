import { setTimeout as pause } from "node:timers/promises";
import type { openClient } from "@stampbook/db/testing";

const PATIENCE_MS = 30_000;

/** Waits until `count` statements in the client's database wait for a lock. Throws after 30 seconds. */
export async function untilWaiting(sql: ReturnType<typeof openClient>, count = 1): Promise<void> {
  const since = performance.now();
  for (;;) {
    const [row] = await sql`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const waiting: number = row?.waiting ?? 0;
    if (waiting >= count) return;
    if (performance.now() - since > PATIENCE_MS)
      throw new Error(`${waiting} of ${count} wait for a lock, after ${PATIENCE_MS / 1_000} s`);
    await pause(5);
  }
}
