import type { CoreContext } from "../context.ts";
import { expireStamps } from "./expire-stamps.ts";

/** What a statement saw of a customer whose stamps may have expired. */
type Due = {
  readonly isDue: boolean;
  readonly customer: { readonly id: number } | null;
};

/**
 * Writes what has expired if the statement saw that it is due. Returns whether it was: the call then
 * goes again, on the balance that is left.
 */
export async function expireIfDue(ctx: CoreContext, { isDue, customer }: Due): Promise<boolean> {
  if (!isDue || !customer) return false;
  await expireStamps(ctx, customer.id);
  return true;
}
