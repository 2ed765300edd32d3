import type { KnownCaller } from "../../context.ts";
import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Availability } from "../../vouchers/availability.rules.ts";
import type { VoucherTemplate } from "../../vouchers/voucher.rules.ts";
import {
  type CatalogueReward,
  checkRewardRedemption,
  type RewardChanged,
  type RewardTold,
  rewardOutcome,
} from "../reward.rules.ts";
import type { Scene } from "../scene.rules.ts";
import type { RedeemInput, Reward, RewardRedeemed } from "../types.ts";

/** `stamps` is the price of a flexible reward; a fixed one ignores it. `qty` is 1 to 100. */
export type RedeemRewardInput = RedeemInput & {
  readonly reward: number;
  readonly qty: number;
  readonly stamps: number | null;
};

/** What the rules of redeem-reward look at, and what is kept under the call's key. */
export type RewardSeen = Scene & {
  readonly reward: Reward | null;
  readonly availability: Availability | null;
  /** The template of the voucher that the reward carries. */
  readonly template: VoucherTemplate | null;
  readonly kept: KeptOutcome | null;
};

/** What a redemption wrote, as it is kept under its key. */
export type RewardDone = { readonly frame: RewardTold; readonly changed: RewardChanged };

/** Why the reward cannot be redeemed, in the documented order; null if it can. */
export function refuseReward(
  seen: RewardSeen,
  caller: KnownCaller,
  input: RedeemRewardInput,
): Refusal | null {
  return checkRewardRedemption({ ...seen, reward: catalogueReward(seen) }, caller, input);
}

/** The reward with its days, stores and channels; null if it does not exist. */
export function catalogueReward({
  reward,
  availability,
}: Pick<RewardSeen, "reward" | "availability">): CatalogueReward | null {
  return reward && availability && { ...reward, ...availability };
}

/** The outcome, the first time and again. */
export function redeemedReward({ frame, changed }: RewardDone): RewardRedeemed {
  return rewardOutcome(frame, changed);
}
