import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { getVisitOutcome } from "./get-visit-outcome.ts";
import type { VisitRecord } from "./visit-record.sql.ts";

/**
 * Returns the visit with this idempotency key. Keys are deleted about 7 days after the visit. Throws
 * `redemption_not_found` if no visit has the key, and `permission_denied` if the visit's store is not the
 * caller's.
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
