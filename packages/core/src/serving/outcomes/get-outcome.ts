import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { isKeyBeingWritten } from "../../foundation/writing/index.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { selectOutcome } from "./outcome.sql.ts";

/** The outcome of a call, by its idempotency key. */
type Outcome =
  | {
      readonly state: "done";
      /** The operation that stored the outcome. */
      readonly operation: string;
      readonly outcome: unknown;
      readonly createdAt: string;
      /** When the key expires. */
      readonly keptUntil: string;
    }
  /** A statement is writing the key now: ask again. */
  | { readonly state: "running" }
  /** No call of the last 7 days wrote the key. A call that is on its way may still write it. */
  | { readonly state: "unknown" };

/**
 * Returns the outcome of the call with an idempotency key. `operations` are the operations that may have
 * stored its outcome; the first that did is returned. Whatever the state, the same call may be repeated with
 * the same key. Throws `permission_denied` if the call took place in a store that is not the caller's.
 * Interface 3, section 1.
 */
export async function getOutcome(
  ctx: CoreContext,
  operations: readonly string[],
  key: string,
): Promise<Outcome> {
  const { db, caller } = ctx;
  let isRunning = false;
  for (const operation of operations) {
    const call = { merchantId: caller.merchant.id, operation, key };
    isRunning ||= await isKeyBeingWritten(db, call);
    // read afterwards, so that a call that ends in between is found
    const found = await selectOutcome(ctx, call);
    if (!found) continue;
    const { storeId, outcome, createdAt, keptUntil } = found;
    if (storeId !== null && !mayActIn(caller, storeId))
      throw new Failure(otherStore(caller, storeId));
    return { state: "done", operation, outcome, createdAt, keptUntil };
  }
  return { state: isRunning ? "running" : "unknown" };
}
