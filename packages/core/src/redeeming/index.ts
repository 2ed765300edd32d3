export {
  type AuthorizeRedemptionInput,
  authorizeRedemption,
} from "./authorize-redemption/authorize-redemption.ts";
export type { CancelRedemptionInput } from "./cancel-redemption/cancel-redemption.rules.ts";
export { cancelRedemption } from "./cancel-redemption/cancel-redemption.ts";
export {
  type CancelPreview,
  previewCancelRedemption,
  type SpentIssued,
} from "./cancel-redemption/preview-cancel-redemption.ts";
export type { DeductValueInput } from "./deduct-value/deduct-value.rules.ts";
export { deductValue } from "./deduct-value/deduct-value.ts";
export { issue, templateJson } from "./issued-vouchers.sql.ts";
export type { RedeemMultipleRewardsInput } from "./redeem-multiple-rewards/redeem-multiple-rewards.rules.ts";
export { redeemMultipleRewards } from "./redeem-multiple-rewards/redeem-multiple-rewards.ts";
export type { RedeemPromoCodeInput } from "./redeem-promo-code/redeem-promo-code.rules.ts";
export { redeemPromoCode } from "./redeem-promo-code/redeem-promo-code.ts";
export type { RedeemRewardInput } from "./redeem-reward/redeem-reward.rules.ts";
export { redeemReward } from "./redeem-reward/redeem-reward.ts";
export type { RedeemVoucherInput } from "./redeem-voucher/redeem-voucher.rules.ts";
export { redeemVoucher } from "./redeem-voucher/redeem-voucher.ts";
export type { RedeemVoucherCodeInput } from "./redeem-voucher-code/redeem-voucher-code.rules.ts";
export { redeemVoucherCode } from "./redeem-voucher-code/redeem-voucher-code.ts";
