export { addInvoiceNumber, keptInvoiceNumber } from "./add-invoice-number/add-invoice-number.ts";
export { authorizeRedemption } from "./authorize-redemption/authorize-redemption.ts";
export {
  type CancelRedemptionInput,
  cancelRedemption,
  keptCancel,
  type NamedPart,
} from "./cancel-redemption/cancel-redemption.ts";
export {
  checkRedemption,
  checkReviewedStore,
  type RedemptionKind,
} from "./cancel-redemption/cancellation.rules.ts";
export { type CancelEffects, previewCancel } from "./cancel-redemption/preview-cancel.ts";
export { refuseOtherInvoice } from "./cancel-redemption/refuse-other-invoice.ts";
export { type DeductValueInput, deductValue, keptDeduction } from "./deduct-value/deduct-value.ts";
export { getOfferedReward } from "./offering/get-offered-reward.ts";
export { listOffers } from "./offering/list-offers.ts";
export type {
  Offers,
  OffersInput,
  RewardDetail,
  RewardOffered,
  RewardShown,
} from "./offering/offers.rules.ts";
export {
  keptRewards,
  type RedeemMultipleRewardsInput,
  redeemMultipleRewards,
} from "./redeem-multiple-rewards/redeem-multiple-rewards.ts";
export {
  keptPromoCode,
  type RedeemPromoCodeInput,
  redeemPromoCode,
} from "./redeem-promo-code/redeem-promo-code.ts";
export { keptReward, type RedeemRewardInput, redeemReward } from "./redeem-reward/redeem-reward.ts";
export {
  keptVoucher,
  keptVoucherCode,
  type RedeemVoucherCodeInput,
  type RedeemVoucherInput,
  redeemVoucher,
  redeemVoucherCode,
} from "./redeem-voucher/redeem-voucher.ts";
export type {
  ExtraData,
  LineState,
  PromoCodeRedeemed,
  PromoCodeUsed,
  Redeemed,
  RedeemInput,
  Redemption,
  RedemptionCanceled,
  RedemptionStatus,
  Reward,
  RewardLine,
  RewardRedeemed,
  RewardsRedeemed,
  VoucherRedeemed,
} from "./types.ts";
export { type PromoCodeValidated, validatePromoCode } from "./validating/validate-promo-code.ts";
export { type VoucherValidated, validateVoucher } from "./validating/validate-voucher.ts";
export { voucherDoc } from "./voucher.sql.ts";
