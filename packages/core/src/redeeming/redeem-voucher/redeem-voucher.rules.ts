import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Voucher } from "../../vouchers/types.ts";
import { checkOwner, checkVoucher, type HeldVoucher } from "../../vouchers/voucher.rules.ts";
import type { Scene } from "../scene.rules.ts";
import type { RedeemInput, VoucherRedeemed } from "../types.ts";
import {
  checkVoucherRedemption,
  tellVoucher,
  type VoucherTold,
} from "../voucher-redemption.rules.ts";

/** `voucher` is the id of a voucher that the customer holds. */
export type RedeemVoucherInput = RedeemInput & { readonly voucher: number };

/** What the rules of redeem-voucher look at, and what is kept under the call's key. */
export type VoucherSeen = Scene & {
  readonly voucher: Voucher | null;
  /** Its holder, and the stores and channels it is limited to. */
  readonly held: Omit<HeldVoucher, keyof Voucher> | null;
  readonly kept: KeptOutcome | null;
};

/** What a redemption wrote, as it is kept under its key. */
export type VoucherDone = { readonly frame: VoucherTold; readonly changed: object };

/** Why the voucher cannot be redeemed, in the documented order; null if it can. */
export function refuseVoucher(
  seen: VoucherSeen,
  caller: KnownCaller,
  { channel, requestId }: RedeemVoucherInput,
): Refusal | null {
  const scene = { ...seen, voucher: heldVoucher(seen) };
  return checkVoucherRedemption(scene, caller, requestId, (voucher, { store, customer }) =>
    firstRefusal(checkOwner(voucher, customer), checkVoucher(voucher, { store, channel })),
  );
}

/** The voucher with its holder, and the stores and channels it is limited to; null if it does not exist. */
export function heldVoucher({ voucher, held }: VoucherSeen): HeldVoucher | null {
  return voucher && held && { ...voucher, ...held };
}

/** The outcome, the first time and again. */
export function voucherOutcome({ frame }: VoucherDone): VoucherRedeemed {
  return tellVoucher(frame);
}
