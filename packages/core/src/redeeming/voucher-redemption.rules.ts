import type { KnownCaller } from "../context.ts";
import type { Customer, Membership } from "../customers/types.ts";
import { firstRefusal, type Refusal } from "../failures.ts";
import type { Voucher } from "../vouchers/types.ts";
import { checkVoucherExists, type HeldVoucher } from "../vouchers/voucher.rules.ts";
import { checkAuthorization } from "./authorization.rules.ts";
import { type Entered, enter, type Scene } from "./scene.rules.ts";
import type { ExtraData, VoucherRedeemed } from "./types.ts";

/**
 * Returns why a voucher cannot be redeemed, or null. The documented order for every way to redeem one:
 * store, customer and membership, the voucher by `check`, the authorization, and last the value by
 * `checkLast`.
 */
export function checkVoucherRedemption(
  scene: Scene & { readonly voucher: HeldVoucher | null },
  caller: KnownCaller,
  requestId: string | null,
  check: (voucher: HeldVoucher, entered: Entered) => Refusal | null,
  checkLast: (voucher: HeldVoucher) => Refusal | null = () => null,
): Refusal | null {
  const entered = enter(scene, caller);
  if ("refusal" in entered) return entered.refusal;
  const { voucher } = scene;
  if (!voucher) return checkVoucherExists(voucher);
  return firstRefusal(
    check(voucher, entered.decided),
    checkAuthorization(scene, requestId),
    checkLast(voucher),
  );
}

/** The stored part from which the outcome of a voucher's redemption is built, also for a replay. */
export type VoucherTold = {
  readonly saving: {
    readonly redemptionId: number;
    readonly name: string;
    /** What was left before; null if the value is not dynamic. */
    readonly left: string | null;
    readonly extraData: ExtraData | null;
  };
  readonly customer: Customer;
  readonly membership: Membership;
  readonly voucher: Voucher;
};

/** The outcome of a voucher's redemption: whole, so nothing is left of a dynamic value. */
export function tellVoucher({
  saving,
  customer,
  membership,
  voucher,
}: VoucherTold): VoucherRedeemed {
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: 0,
      status: "Created",
      extraData: saving.extraData,
    },
    customer,
    membership,
    voucher: saving.left === null ? voucher : { ...voucher, remainingValue: "0.00" },
  };
}
