import { zoneOfPeriod } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { selectTodaysVisits, type VisitRecord } from "./visit-record.sql.ts";

/**
 * Returns at most `mostOf.lastVisits` of today's visits, newest first. Today is the day by the store's clock.
 * Leaves out visits without an idempotency key. Throws `permission_denied` if the store is not the caller's.
 */
export async function listTodaysVisits(
  ctx: CoreContext,
  storeId: number,
): Promise<readonly VisitRecord[]> {
  if (!mayActIn(ctx.caller, storeId)) throw new Failure(otherStore(ctx.caller, storeId));
  return selectTodaysVisits(ctx, { storeId, timezone: await zoneOfPeriod(ctx, storeId) });
}
