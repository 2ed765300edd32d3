import type { CoreContext } from "../../../foundation/context.ts";
import { again } from "../../../foundation/writing/index.ts";
import { expireIfDue } from "../../../holding/stamps/index.ts";
import type { SaleAdded, SaleInput } from "../types.ts";
import { refuseSale, repeatSale, saleOutcome } from "./add-sale.rules.ts";
import { addSales, isSameInvoice, operation, type SaleCall } from "./add-sale.sql.ts";
import { saleCall } from "./add-sale-call.sql.ts";

/**
 * Records a sale, and adds the earned stamps to its customer. A second call with the same store, invoice
 * number, business day and content returns the recorded sale. If the recorded sale is Open and the second
 * call names a customer, the customer gets the sale. If it was canceled, the call is refused, or with
 * `replaceCanceled` recorded as a new sale that supersedes it. Throws `invalid_store`, `permission_denied`
 * for a store that is not the caller's, `invalid` on `created`, `invalid_user` and
 * `duplicate_invoice_number`. Interface 2, section 3.
 */
export async function addSale(ctx: CoreContext, input: SaleInput): Promise<SaleAdded> {
  const { caller } = ctx;
  const call = await saleCall(ctx, input);
  const { user, stamps } = input;
  const asked = { user, stamps, digest: call.digest, replaceCanceled: call.replaceCanceled };
  const done = await again(ctx, {
    operation: { name: operation, statement: addSales, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    refuse: (seen) => refuseSale(seen, caller, asked),
    repeat: (seen) => repeatSale(seen, asked),
    isRace: isSameInvoice,
  });
  return saleOutcome(done);
}

/** Returns a call's subjects (`writing/types.ts`): the invoice, and the customer as named in the request. */
function subjects(call: SaleCall): readonly string[] {
  const { email, memberId, mobileNumber, customer, storeId, storeCode, invoiceNumber } = call;
  const invoice = `sale ${storeId ?? storeCode} ${invoiceNumber}`;
  const name = email ?? memberId ?? mobileNumber ?? customer;
  return name === null ? [invoice] : [invoice, `customer ${name}`];
}
