import { byName, read, rowsOf, run, schema } from "@stampbook/db";
import { asc } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";

const { paymentMethods: methods } = schema;

/** A method of payment that the merchant has entered. Payments by other methods earn stamps. */
export type PaymentMethod = {
  /** The code as the POS sends it. Compared without case. */
  readonly code: string;
  readonly name: string;
  /** Whether payments by this method earn stamps. */
  readonly earns: boolean;
};

const fields = { code: methods.code, name: methods.name, earns: methods.earns };

const list = read("list_payment_methods", () =>
  rowsOf(methods, { where: [], orderBy: [byName(methods.name), asc(methods.codeKey)] }).list(
    fields,
  ),
);

/**
 * Returns the merchant's methods of payment, by name. Payments by a method that is not in the list earn
 * stamps.
 */
export function listPaymentMethods(ctx: CoreContext): Promise<readonly PaymentMethod[]> {
  return run(ctx.db, list, { merchantId: ctx.caller.merchant.id });
}
