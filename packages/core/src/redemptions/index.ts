export { type CancelRedemptionInput, cancelRedemption } from "./cancel-redemption.ts";
export { type RedeemRewardInput, redeemReward } from "./redeem-reward.ts";
export { type RedeemVoucherInput, redeemVoucher } from "./redeem-voucher.ts";
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
