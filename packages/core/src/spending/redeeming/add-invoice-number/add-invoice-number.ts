import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { earlierRedemption, member } from "../../../machinery/facts/index.ts";
import { operation, send } from "../../../machinery/kernel/index.ts";
import type { Redemption } from "../types.ts";

/**
 * Writes invoice numbers. The stored outcome has the redemption's extra data and the customer's id: a deletion
 * of the customer's personal data finds the outcome by the id. It either waits for the customer, or ends first,
 * and the redemption that is then locked has no personal data.
 */
export const addInvoiceNumbers = operation({
  name: "redemptions.addInvoiceNumber",
  statement: "add_invoice_numbers",
  call: {},
  sees: [earlierRedemption.found],
  checks: [earlierRedemption.checks],
  once: ["redemptionId"],
  locks: [member.anyCustomerLocked, earlierRedemption.locked],
  change: earlierRedemption.addNumber,
  writes: {},
  frame: json({
    redemption: sql<Redemption>`s.earlier`,
    customer: json({ id: sql<number>`s.customer_id` }),
  }),
  changed: sql<object>`json_build_object()`,
});

/** The outcome of a call or of its replay. */
export const keptInvoiceNumber = kept(addInvoiceNumbers, ({ frame }) => frame.redemption);

type AddInvoiceNumberInput = {
  readonly redemptionId: number;
  readonly invoiceNumber: string;
};

/**
 * Writes the invoice number of a sale to a redemption that has none, and returns the redemption. Writing the
 * same number again changes nothing. Throws `redemption_not_found`, `permission_denied` for another store,
 * and `invalid` on `invoice_number` if the redemption has another number. Interface 2, section 2.
 */
export async function addInvoiceNumber(
  ctx: CoreContext,
  { redemptionId, invoiceNumber }: AddInvoiceNumberInput,
): Promise<Redemption> {
  const call = {
    earlier: redemptionId,
    allowedStores: ctx.caller.stores,
    invoiceNumber,
    ...keyOf(ctx),
  };
  const how = { subjects: () => [`redemption ${redemptionId}`], recordedAs: null };
  return keptInvoiceNumber.read(await send(ctx, addInvoiceNumbers, call, how));
}
