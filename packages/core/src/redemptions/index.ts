export { channelNames } from "./availability.rules.ts";
export { getRedemption, type RedemptionDetail } from "./get-redemption.ts";
export { getTillCard, type TillCard, type TillReward, type TillVoucher } from "./get-till-card.ts";
export { getVoucher, type VoucherDetail } from "./get-voucher.ts";
export { issueVouchers } from "./issue-vouchers.ts";
export {
  listRedemptions,
  type RedemptionFilter,
  type RedemptionListed,
} from "./list-redemptions.ts";
export { listReplacements, type Replacement } from "./list-replacements.ts";
export { listTillMatches, type TillMatches } from "./list-till-matches.ts";
export {
  listVouchers,
  type VoucherFilter,
  type VoucherListed,
  type VoucherState,
} from "./list-vouchers.ts";
export { reviewReplacement } from "./review-replacement.ts";
export type { Verdict } from "./scene.rules.ts";
export type {
  ExtraData,
  Redeemed,
  RedeemInput,
  Redemption,
  RedemptionCanceled,
  RedemptionStatus,
  Reward,
  RewardLine,
  RewardRedeemed,
  RewardsRedeemed,
  Voucher,
  VoucherRedeemed,
} from "./types.ts";
export { makeVoucher, type NewVoucher, type VoucherTemplate } from "./voucher.rules.ts";
