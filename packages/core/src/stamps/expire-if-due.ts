import type { CoreContext } from "../context.ts";
import { expireStamps } from "./expire-stamps.ts";

/** The customer that a statement read, and whether stamps of the customer may have expired. */
type Due = {
  readonly isDue: boolean;
  readonly customer: { readonly id: number } | null;
};

/**
 * Writes off the customer's expired stamps, if the statement saw that some may be due. Then returns true: the
 * call is sent again, and sees the balance that is left.
 */
export async function expireIfDue(ctx: CoreContext, { isDue, customer }: Due): Promise<boolean> {
  if (!isDue || !customer) return false;
  await expireStamps(ctx, customer.id);
  return true;
}
