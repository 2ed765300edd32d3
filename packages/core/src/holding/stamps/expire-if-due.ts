import type { CoreContext } from "../../foundation/context.ts";
import { expireStamps } from "./expire-stamps.ts";

/** The customer that a statement read. `isDue`: some of the customer's stamps may have expired. */
type Due = {
  readonly isDue: boolean;
  readonly customer: { readonly id: number } | null;
};

/**
 * Writes off the customer's expired stamps if `isDue`. Returns true if the call must be sent again to read
 * the new balance.
 */
export async function expireIfDue(ctx: CoreContext, { isDue, customer }: Due): Promise<boolean> {
  if (!isDue || !customer) return false;
  await expireStamps(ctx, customer.id);
  return true;
}
