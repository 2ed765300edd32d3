import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { isKeyBeingWritten } from "../writing/index.ts";
import { operation } from "./enter-visit.sql.ts";
import type { Visit } from "./types.ts";

const { idempotencyOutcomes: outcomes } = schema;

const stored = read("read_visit", (parameter: Parameters<{ readonly key: string }>) =>
  rowsOf(outcomes, {
    where: [eq(outcomes.operation, sql`${operation}`), eq(outcomes.key, parameter("key"))],
  }).one({ visit: sql`${outcomes.outcome} -> 'frame'` as SQL<Visit> }),
);

/** Reads the visit that was stored under an idempotency key; null if there is none. */
export async function selectVisit({ db, caller }: CoreContext, key: string): Promise<Visit | null> {
  const found = await run(db, stored, { merchantId: caller.merchant.id, key });
  return found?.visit ?? null;
}

/** Whether a visit is being confirmed under a key right now. */
export function isVisitRunning({ db, caller }: CoreContext, key: string): Promise<boolean> {
  return isKeyBeingWritten(db, { merchantId: caller.merchant.id, operation, key });
}
