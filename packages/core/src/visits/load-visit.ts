import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { getVisitOutcome } from "./get-visit-outcome.ts";
import type { VisitRecord } from "./visit-record.sql.ts";

/**
 * Returns the visit with this idempotency key from the last 7 days. Throws `redemption_not_found` if there is
 * no such visit. Throws `permission_denied` if its store is not the caller's.
 */
export async function loadVisit(ctx: CoreContext, key: string): Promise<VisitRecord> {
  const { record } = await getVisitOutcome(ctx, key);
  if (record) return record;
  throw new Failure({
    code: "redemption_not_found",
    message: "Visit not found",
    rule: "a visit was confirmed with the key in the last 7 days",
  });
}
