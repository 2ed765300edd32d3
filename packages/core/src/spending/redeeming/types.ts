import type { ExtraData, Voucher, WithdrawnVoucher } from "../../holding/vouchers/index.ts";
import type { RedeemInput, Reward } from "../../machinery/facts/index.ts";
import type { Customer, Membership } from "../../people/customers/index.ts";

export type { ExtraData, RedeemInput, Reward };

export type RedemptionStatus = "Created" | "Canceled";

export type Redemption = {
  readonly id: number;
  readonly name: string;
  readonly stampsUsed: number;
  readonly status: RedemptionStatus;
  readonly extraData: ExtraData | null;
};

/** The outcome of every redemption. `membership` is the state afterwards. */
export type Redeemed = {
  readonly redemption: Redemption;
  readonly customer: Customer;
  readonly membership: Membership;
};

export type RewardRedeemed = Redeemed & {
  readonly reward: Reward;
  /** The vouchers that the reward issued, one for each of its quantity. Empty if it issues none. */
  readonly vouchers: readonly Voucher[];
  /** The first of `vouchers`. Null if the reward issues none. */
  readonly voucher: Voucher | null;
};

export type VoucherRedeemed = Redeemed & {
  readonly voucher: Voucher;
  /** The dynamic value before the redemption; null if the value is not dynamic. */
  readonly valueBefore: string | null;
};

/** The fields of a promo code that an answer shows. */
export type PromoCodeUsed = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly extraData: ExtraData;
};

/** `promoCode` is null in a replay of an outcome that an earlier version stored without a promo code. */
export type PromoCodeRedeemed = Redeemed & { readonly promoCode: PromoCodeUsed | null };

/** One line of a redemption of several rewards (R8). */
export type RewardLine = {
  readonly reward: Reward;
  readonly qty: number;
  readonly stampsUsed: number;
  readonly requestId: string | null;
  readonly voucher: Voucher | null;
};

export type RewardsRedeemed = Redeemed & { readonly lines: readonly RewardLine[] };

/** How many of a line there were, and how many of them were canceled line by line. */
export type LineState = {
  readonly line: number;
  readonly qty: number;
  readonly canceledQty: number;
};

/**
 * The state after the cancel, with what came back of the redemption so far, and its lines. `replacement` is the new voucher that the customer got for the redeemed one or for
 * the deducted value, if any. `withdrawn` lists the vouchers that the cancel made inactive.
 */
export type RedemptionCanceled = Redeemed & {
  readonly redemption: Redemption & { readonly stampsReturned: number };
  /** Empty in a replay of an outcome of an earlier version. */
  readonly lines: readonly LineState[];
  readonly replacement: Voucher | null;
  readonly withdrawn: readonly WithdrawnVoucher[];
};
