import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import { checkOwner, checkVoucher } from "../../vouchers/voucher.rules.ts";
import type { RedeemInput } from "../types.ts";
import { checkVoucherRedemption, type VoucherSeen } from "../voucher-redemption.rules.ts";

/** `voucher` is the id of a voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

/** Why the voucher cannot be redeemed, in the documented order; null if it can. */
export function refuseVoucher(
  seen: VoucherSeen,
  caller: KnownCaller,
  { channel, requestId }: RedeemVoucherInput,
): Refusal | null {
  return checkVoucherRedemption(seen, caller, requestId, (voucher, { store, customer }) =>
    firstRefusal(checkOwner(voucher, customer), checkVoucher(voucher, { store, channel })),
  );
}
