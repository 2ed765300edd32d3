import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { isKeyBeingWritten } from "../../foundation/writing/index.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { enterVisits } from "./enter-visit.ts";
import { selectVisit, type VisitRecord } from "./visit-record.sql.ts";

/** The outcome of a call to `confirmVisit`. */
type VisitOutcome =
  | { readonly state: "done"; readonly record: VisitRecord }
  /** The visit is still being written: ask again. */
  | { readonly state: "running"; readonly record: null }
  /** No visit of the last 7 days has the key. A call that is on its way may still write one. */
  | { readonly state: "unknown"; readonly record: null };

/**
 * Returns the outcome of a visit by the idempotency key of its call. Whatever the state, the same call may be
 * repeated with the same key. Throws `permission_denied` if the visit took place in a store that is not the
 * caller's.
 */
export async function getVisitOutcome(ctx: CoreContext, key: string): Promise<VisitOutcome> {
  const { db, caller } = ctx;
  const isRunning = await isKeyBeingWritten(db, {
    merchantId: caller.merchant.id,
    operation: enterVisits.name,
    key,
  });
  // read last, so that a visit that ends in between is found
  const record = await selectVisit(ctx, key);
  if (!record) return { state: isRunning ? "running" : "unknown", record: null };
  if (!mayActIn(caller, record.visit.storeId))
    throw new Failure(otherStore(caller, record.visit.storeId));
  return { state: "done", record };
}
