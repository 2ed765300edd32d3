import { auditOf, eventOf, recordSeen } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { again, keyOf } from "../../../foundation/writing/index.ts";
import { findStore } from "../../../running/merchants/index.ts";
import type { RedemptionCanceled } from "../types.ts";
import {
  type CancelRedemptionInput,
  type CancelSeen,
  canceledRedemption,
  cancelLimits,
  type InvoiceRef,
  needsVoucher,
  refuseCancel,
  replacementOf,
} from "./cancel-redemption.rules.ts";
import { type CancelCall, cancelRedemptions, operation } from "./cancel-redemption.sql.ts";

/**
 * Cancels a redemption and gives back its stamps, its deducted value, or its use of a promo code. The
 * vouchers that it issued become inactive, with their replacements. If the voucher of a deduction has ended or
 * is inactive, a new voucher gets the value. A second cancel changes nothing, and returns the same. Staff must
 * give a reason, and cashiers can cancel only recent redemptions. A new voucher is listed for review.
 * Throws `invalid_store` and `permission_denied` for a store that the call names, `redemption_not_found`,
 * `permission_denied` for the redemption's store or age, `required` on `reason`, `voucher_already_redeemed`
 * if an issued voucher is spent, and `invalid` if several redemptions have the invoice number. Interface R6;
 * by an invoice number, interface 2, section 2.
 */
export async function cancelRedemption(
  ctx: CoreContext,
  { redemptionId, createReplacementVoucher, reason = null }: NamedCancel,
): Promise<RedemptionCanceled> {
  const { caller } = ctx;
  const subject = subjectOf(redemptionId);
  const call: CancelCall = {
    ...(await columnsOf(ctx, redemptionId)),
    allowedStores: caller.stores,
    ...cancelLimits(caller, reason),
    wantsReplacement: createReplacementVoucher,
    vouchers: null,
    ...(await auditOf(ctx, { subject: "", reason })),
    ...eventOf(ctx),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: cancelRedemptions, subjects },
    call,
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: (seen) => refuseCancel(seen, caller, reason),
    record: ({ redemption, customer }, refusal) => {
      const store = redemption && { id: redemption.storeId };
      return recordSeen(ctx, { operation, subject }, { store, customer }, refusal);
    },
  });
  return canceledRedemption(done);
}

const subjects = ({ redemption, invoiceNumber }: CancelCall) => [
  redemption === null ? `invoice ${invoiceNumber}` : `redemption ${redemption}`,
];

/** A redemption, named by its id or by the invoice number of its sale. */
type Named = number | InvoiceRef;

type NamedCancel = Omit<CancelRedemptionInput, "redemptionId"> & { readonly redemptionId: Named };

const subjectOf = (named: Named) =>
  typeof named === "number" ? `redemption ${named}` : `redemption of ${named.invoiceNumber}`;

const notByInvoice = { invoiceNumber: null, storeId: null, businessDay: null };

/**
 * Returns the columns by which the statement finds the redemption. Throws `invalid_store` or
 * `permission_denied` for the store that the call names.
 */
async function columnsOf(ctx: CoreContext, named: Named) {
  if (typeof named === "number") return { ...notByInvoice, redemption: named };
  const { invoiceNumber, businessDay, store } = named;
  const storeId = store === null ? null : await findStore(ctx, store);
  return { redemption: null, invoiceNumber, storeId, businessDay };
}

/** Returns the call with the voucher that it needs. Null if the call has it, or needs none. */
async function complete(
  { caller, ids, secrets }: CoreContext,
  call: CancelCall,
  seen: CancelSeen,
): Promise<CancelCall | null> {
  const isNeeded = needsVoucher(seen, call.wantsReplacement);
  if (isNeeded === (call.vouchers !== null)) return null;
  if (!isNeeded) return { ...call, vouchers: null };
  const id = await ids.take(caller.merchant.id, "vouchers");
  return { ...call, vouchers: [replacementOf(seen, { id, code: secrets.newVoucherCode() })] };
}
