import type { CoreContext } from "../context.ts";
import { type PaymentMethod, selectMethods } from "./payment-methods.sql.ts";

/** The merchant's methods of payment, by name. A method that is not among them earns. */
export function listPaymentMethods(ctx: CoreContext): Promise<readonly PaymentMethod[]> {
  return selectMethods(ctx);
}
