import type { KnownCaller } from "../../context.ts";
import type { Identifier } from "../../customers/index.ts";
import { firstRefusal, inLine, type Refusal } from "../../failures.ts";
import type { StoreRef } from "../../merchants/types.ts";
import { checkAuthorization } from "../authorization.rules.ts";
import { enter, type RedemptionFrame, type RedemptionSeen, redeemed } from "../entering.rules.ts";
import { catalogueReward, type RewardSeen } from "../redeem-reward/redeem-reward.rules.ts";
import {
  checkFlexibleStamps,
  checkReward,
  checkStamps,
  costOf,
  type RewardChanged,
} from "../reward.rules.ts";
import type { RewardLine, RewardsRedeemed } from "../types.ts";

/** A reward of the request: its code, or its id if no code matches. `stamps` is a flexible reward's price. */
export type RewardWish = {
  readonly code: string | number;
  readonly qty: number;
  readonly stamps: number | null;
  readonly requestId: string | null;
};

/** `rewards` has 1 to 50 lines. */
export type RedeemMultipleRewardsInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly rewards: readonly RewardWish[];
  readonly invoiceNumber: string | null;
  readonly channel: number | null;
};

/** The data of one line for the rules. */
export type LineSeen = Pick<RewardSeen, "reward" | "availability" | "template" | "authorization">;

/** The data for the rules of redeem-multiple-rewards. */
export type RewardsSeen = Omit<RedemptionSeen, "authorization"> & {
  readonly lines: readonly LineSeen[];
};

/** The outcome of a redemption, as it is stored for the call's idempotency key. */
export type RewardsDone = {
  readonly frame: RedemptionFrame & { readonly lines: readonly RewardLine[] };
  readonly changed: RewardChanged;
};

/**
 * Returns why the rewards cannot be redeemed; null if they can. Checks in the documented order: store,
 * customer and membership, the rewards of all lines, the authorizations of all lines, and last the total of
 * stamps. A refusal of a line names the line.
 */
export function refuseRewards(
  seen: RewardsSeen,
  caller: KnownCaller,
  { rewards, channel }: Pick<RedeemMultipleRewardsInput, "rewards" | "channel">,
): Refusal | null {
  const entering = enter(seen, caller);
  if (entering.refusal) return entering.refusal;
  const { store, membership } = entering.entered;
  const { needsAuthorization } = seen;
  let cost = 0;
  for (const [index, { qty, stamps }] of rewards.entries()) {
    const line = seen.lines[index];
    const reward = line ? catalogueReward(line) : null;
    const unavailable = checkReward(reward, { store, channel });
    if (unavailable) return inLine(index, unavailable);
    if (!reward) throw new TypeError("a checked reward is there");
    const unpriced = checkFlexibleStamps(reward, stamps);
    if (unpriced) return inLine(index, unpriced, "stamps");
    cost += costOf(reward, qty, stamps);
  }
  return firstRefusal(
    ...rewards.map(({ requestId }, index) => {
      const authorization = seen.lines[index]?.authorization ?? null;
      const refusal = checkAuthorization({ needsAuthorization, authorization }, requestId);
      return refusal && inLine(index, refusal);
    }),
    checkStamps(membership.stamps, cost, false),
  );
}

/** Returns the outcome of a call or of its replay. */
export function rewardsOutcome({ frame, changed }: RewardsDone): RewardsRedeemed {
  return { ...redeemed(frame, changed), lines: frame.lines };
}
