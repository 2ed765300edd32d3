import type { CoreContext } from "@stampbook/core/context";
import * as redeeming from "@stampbook/core/redeeming";

/** The part of an outcome that a race reads. */
export type Told = { readonly redemption: { readonly id: number } };

type Verb<Input> = (ctx: CoreContext, input: Input) => Promise<Told>;

/** The core's functions that race. Naive variants may replace them. */
export type Verbs = {
  readonly redeemReward: Verb<redeeming.RedeemRewardInput>;
  readonly redeemVoucher: Verb<redeeming.RedeemVoucherInput>;
  readonly deductValue: Verb<redeeming.DeductValueInput>;
  readonly redeemVoucherCode: Verb<redeeming.RedeemVoucherCodeInput>;
  readonly redeemPromoCode: Verb<redeeming.RedeemPromoCodeInput>;
  readonly redeemMultipleRewards: Verb<redeeming.RedeemMultipleRewardsInput>;
  readonly cancelRedemption: Verb<redeeming.CancelRedemptionInput>;
};

export const verbs: Verbs = redeeming;
