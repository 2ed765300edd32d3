import type { CoreContext } from "../context.ts";
import { type PaymentMethod, selectMethods } from "./payment-methods.sql.ts";

/**
 * Returns the merchant's methods of payment, by name. Payments by a method that is not in the list earn
 * stamps.
 */
export function listPaymentMethods(ctx: CoreContext): Promise<readonly PaymentMethod[]> {
  return selectMethods(ctx);
}
