import type { CoreContext } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import { recordRefusal } from "./record-refusal.ts";

type Party = { readonly id: number } | null;

/**
 * Records a refused call in the list of refusals for staff. `store` and `customer` are those that the call's
 * SQL statement read; null if it found none.
 */
export function recordSeen(
  ctx: CoreContext,
  call: { readonly operation: string; readonly subject: string },
  { store, customer }: { readonly store: Party; readonly customer: Party },
  refusal: Refusal,
): Promise<void> {
  const parties = { storeId: store?.id ?? null, customerId: customer?.id ?? null };
  return recordRefusal(ctx, { ...call, ...parties }, refusal);
}
