import type { KnownCaller } from "../context.ts";
import { firstRefusal, type Refusal } from "../failures.ts";
import type { Voucher } from "../vouchers/types.ts";
import { checkVoucherExists, type HeldVoucher } from "../vouchers/voucher.rules.ts";
import { checkAuthorization } from "./authorization.rules.ts";
import {
  type Entered,
  type EnteringSeen,
  enter,
  type RedemptionFrame,
  type RedemptionSeen,
  redeemed,
} from "./entering.rules.ts";
import type { ExtraData, VoucherRedeemed } from "./types.ts";

/** The data for the rules of every way to redeem a voucher. */
export type VoucherSeen = RedemptionSeen & {
  readonly voucher: Voucher | null;
  /** The fields of a `HeldVoucher` that `voucher` does not have. Null if no voucher was found. */
  readonly held: Omit<HeldVoucher, keyof Voucher> | null;
};

/**
 * Returns why a voucher cannot be redeemed; null if it can. Checks in the documented order: store, customer
 * and membership, then the voucher by `check`, the authorization, and last the value by `checkLast`.
 */
export function checkVoucherRedemption(
  seen: VoucherSeen,
  caller: KnownCaller,
  requestId: string | null,
  check: CheckVoucher,
  checkLast: (voucher: HeldVoucher) => Refusal | null = () => null,
): Refusal | null {
  const refusal = firstRefusal(
    checkUnauthorizedVoucher(seen, caller, check),
    checkAuthorization(seen, requestId),
  );
  const voucher = heldVoucherOf(seen);
  return refusal ?? (voucher && checkLast(voucher));
}

type CheckVoucher = (voucher: HeldVoucher, entered: Entered) => Refusal | null;

/** Like `checkVoucherRedemption`, but checks no authorization and no value. For validating a voucher. */
export function checkUnauthorizedVoucher(
  seen: Pick<VoucherSeen, keyof EnteringSeen | "voucher" | "held">,
  caller: KnownCaller,
  check: CheckVoucher,
): Refusal | null {
  const entering = enter(seen, caller);
  if (entering.refusal) return entering.refusal;
  const voucher = heldVoucherOf(seen);
  return voucher ? check(voucher, entering.entered) : checkVoucherExists(null);
}

/** Returns the voucher that was looked up, with its holder; null if no voucher was found. */
export function heldVoucherOf({
  voucher,
  held,
}: Pick<VoucherSeen, "voucher" | "held">): HeldVoucher | null {
  return voucher && held ? { ...voucher, ...held } : null;
}

/** The part `frame` of a stored outcome, for every way to redeem a voucher. */
export type VoucherFrame = RedemptionFrame & {
  readonly saving: {
    /** The value that was left before the redemption; null if the value is not dynamic. */
    readonly left: string | null;
    readonly extraData: ExtraData | null;
  };
  readonly voucher: Voucher;
};

/** The outcome of redeeming a whole voucher, as it is stored for the call's idempotency key. */
export type VoucherDone = { readonly frame: VoucherFrame; readonly changed: object };

/** Returns the outcome of a call or of its replay. `remaining` is the rest of a dynamic value. */
export function voucherOutcome(frame: VoucherFrame, remaining = "0.00"): VoucherRedeemed {
  const { left } = frame.saving;
  const voucher = left === null ? frame.voucher : { ...frame.voucher, remainingValue: remaining };
  return { ...redeemed(frame), voucher, valueBefore: left };
}
