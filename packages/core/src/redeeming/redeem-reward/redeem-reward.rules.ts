import type { KnownCaller } from "../../context.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import type { Availability } from "../../vouchers/availability.rules.ts";
import type { Voucher } from "../../vouchers/types.ts";
import type { VoucherTemplate } from "../../vouchers/voucher.rules.ts";
import {
  type EnteringSeen,
  enter,
  type RedemptionFrame,
  type RedemptionSeen,
  redeemed,
} from "../entering.rules.ts";
import {
  type CatalogueReward,
  checkFlexibleStamps,
  checkReward,
  checkStamps,
  costOf,
  type RewardChanged,
} from "../reward.rules.ts";
import type { RedeemInput, Reward, RewardRedeemed } from "../types.ts";

/** `stamps` is the price of a flexible reward, and is ignored for a fixed reward. `qty` is 1 to 100. */
export type RedeemRewardInput = RedeemInput & {
  readonly reward: number;
  readonly qty: number;
  readonly stamps: number | null;
};

/** The data about one reward that rules check. */
export type RewardSeen = RedemptionSeen & {
  readonly reward: Reward | null;
  readonly availability: Availability | null;
  /** The template of the vouchers that the reward issues; null if it issues none. */
  readonly template: VoucherTemplate | null;
};

/** The outcome of a redemption, as it is stored for the call's idempotency key. */
type RewardDone = {
  readonly frame: RedemptionFrame & {
    /** `vouchers` are those that the reward issued. */
    readonly saving: { readonly vouchers: readonly Voucher[] };
    readonly reward: Reward;
  };
  readonly changed: RewardChanged;
};

/**
 * Returns why the reward cannot be redeemed; null if it can. Does not check the authorization. For showing which
 * rewards can be redeemed.
 */
export function refuseUnauthorizedReward(
  seen: Judged,
  caller: KnownCaller,
  { channel, qty, stamps }: Asked,
): Refusal | null {
  const entering = enter(seen, caller);
  if (entering.refusal) return entering.refusal;
  const { store, membership } = entering.entered;
  const reward = catalogueReward(seen);
  if (!reward) return checkReward(reward, { store, channel });
  return firstRefusal(
    checkReward(reward, { store, channel }),
    checkFlexibleStamps(reward, stamps),
    checkStamps(membership.stamps, costOf(reward, qty, stamps), reward.kind === "flexible"),
  );
}

type Judged = Pick<RewardSeen, keyof EnteringSeen | "reward" | "availability">;
type Asked = Pick<RedeemRewardInput, "channel" | "qty" | "stamps">;

/** Returns the reward with its dates, stores and channels; null if the reward does not exist. */
export function catalogueReward({
  reward,
  availability,
}: Pick<RewardSeen, "reward" | "availability">): CatalogueReward | null {
  return reward && availability && { ...reward, ...availability };
}

/** Returns the outcome of a call or of its replay. */
export function rewardOutcome({ frame, changed }: RewardDone): RewardRedeemed {
  const { vouchers } = frame.saving;
  const voucher = vouchers[0] ?? null;
  return { ...redeemed(frame, changed), reward: frame.reward, vouchers, voucher };
}
