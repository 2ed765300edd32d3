import { auditOf, eventOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { again, keyOf } from "../../writing/index.ts";
import { recordSeen } from "../record-seen.ts";
import type { RedemptionCanceled } from "../types.ts";
import {
  type CancelRedemptionInput,
  type CancelSeen,
  canBeReplaced,
  canceledRedemption,
  cancelLimits,
  refuseCancel,
  replacementOf,
} from "./cancel-redemption.rules.ts";
import { type CancelCall, cancelRedemptions, operation } from "./cancel-redemption.sql.ts";

/**
 * Cancels a redemption and gives back what it took: stamps, a deducted value, a promo code's use; the
 * vouchers that it issued become inactive. A second cancel has the same outcome and changes nothing.
 * Throws `redemption_not_found`, and `voucher_already_redeemed` if an issued voucher is spent. Staff
 * give a reason, and cashiers cancel only recent redemptions. A replacement is listed for review.
 * Interface R6.
 */
export async function cancelRedemption(
  ctx: CoreContext,
  { redemptionId, createReplacementVoucher, reason = null }: CancelRedemptionInput,
): Promise<RedemptionCanceled> {
  const { caller } = ctx;
  const subject = `redemption ${redemptionId}`;
  const call: CancelCall = {
    redemption: redemptionId,
    allowedStores: caller.stores,
    ...cancelLimits(caller, reason),
    wantsReplacement: createReplacementVoucher,
    vouchers: null,
    ...(await auditOf(ctx, { subject, reason })),
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

const subjects = ({ redemption }: CancelCall) => [`redemption ${redemption}`];

/** Adds the replacement that the seen redemption can have; returns null if there is nothing to add. */
async function complete(
  { caller, ids, secrets }: CoreContext,
  call: CancelCall,
  seen: CancelSeen,
): Promise<CancelCall | null> {
  if (!call.wantsReplacement || call.vouchers || !canBeReplaced(seen)) return null;
  const id = await ids.take(caller.merchant.id, "vouchers");
  return { ...call, vouchers: [replacementOf(seen, { id, code: secrets.newVoucherCode() })] };
}
