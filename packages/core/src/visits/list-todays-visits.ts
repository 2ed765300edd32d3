import { zoneOfPeriod } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { mayActIn, otherStore } from "../merchants/index.ts";
import { selectTodaysVisits, type VisitRecord } from "./visit-record.sql.ts";

/**
 * Returns the last visits of today, by the store's clock, newest first, at most `mostOf.lastVisits`. Visits
 * without an idempotency key are left out. Throws `permission_denied` if the store is not the caller's.
 */
export async function listTodaysVisits(
  ctx: CoreContext,
  storeId: number,
): Promise<readonly VisitRecord[]> {
  if (!mayActIn(ctx.caller, storeId)) throw new Failure(otherStore);
  return selectTodaysVisits(ctx, { storeId, timezone: await zoneOfPeriod(ctx, storeId) });
}
