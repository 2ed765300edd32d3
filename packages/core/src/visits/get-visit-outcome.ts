import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { mayActIn, otherStore } from "../merchants/index.ts";
import { isVisitRunning, selectVisit } from "./stored-visit.sql.ts";
import type { Visit } from "./types.ts";

/** The outcome of a call to `confirmVisit`. */
export type VisitOutcome =
  | { readonly state: "done"; readonly visit: Visit }
  /** It is still being written: ask again. */
  | { readonly state: "running"; readonly visit: null }
  /** Nothing was written, or more than 7 days ago. A call that is on its way may still come. */
  | { readonly state: "unknown"; readonly visit: null };

/**
 * Returns the outcome of a visit by the idempotency key of its call. Whatever the state, the same call may be
 * repeated with the same key. Refuses `permission_denied` if it took place in a store that is not the caller's.
 */
export async function getVisitOutcome(ctx: CoreContext, key: string): Promise<VisitOutcome> {
  const isRunning = await isVisitRunning(ctx, key);
  // a visit that ends in between is found
  const visit = await selectVisit(ctx, key);
  if (!visit) return { state: isRunning ? "running" : "unknown", visit: null };
  if (!mayActIn(ctx.caller, visit.storeId)) throw new Failure(otherStore);
  return { state: "done", visit };
}
