import type { CoreContext } from "../context.ts";
import { budgetLeft, type SpendingState } from "./budget.rules.ts";

/** Reports to the transport what is left of the limits that a call has spent from. */
export function noteSpent(ctx: CoreContext, spent: readonly SpendingState[]): void {
  for (const each of spent) {
    const state = budgetLeft(each);
    if (state) ctx.onLimit?.(state);
  }
}
