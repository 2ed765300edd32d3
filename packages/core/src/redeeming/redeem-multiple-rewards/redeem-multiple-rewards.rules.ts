import type { KnownCaller } from "../../context.ts";
import type { Customer, Identifier, Membership } from "../../customers/index.ts";
import { firstRefusal, type Refusal } from "../../failures.ts";
import type { StoreRef } from "../../merchants/types.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { type Authorization, checkAuthorization } from "../authorization.rules.ts";
import { catalogueReward, type RewardSeen } from "../redeem-reward/redeem-reward.rules.ts";
import {
  checkFlexibleStamps,
  checkReward,
  checkStamps,
  costOf,
  type RewardChanged,
} from "../reward.rules.ts";
import { enter, type Scene } from "../scene.rules.ts";
import type { RewardLine, RewardsRedeemed } from "../types.ts";

/** A wanted reward: its code, or its id if no code matches. `stamps` is the price of a flexible one. */
export type RewardWish = {
  readonly code: string | number;
  readonly qty: number;
  readonly stamps: number | null;
  readonly requestId: string | null;
};

/** 1 to 50 lines. */
export type RedeemMultipleRewardsInput = {
  readonly user: Identifier;
  readonly store: StoreRef;
  readonly rewards: readonly RewardWish[];
  readonly invoiceNumber: string | null;
  readonly channel: number | null;
};

/** What the rules look at for one line. */
export type LineSeen = Pick<RewardSeen, "reward" | "availability" | "template"> & {
  readonly authorization: Authorization | null;
};

/** What the rules of redeem-multiple-rewards look at, and what is kept under the call's key. */
export type RewardsSeen = Omit<Scene, "authorization"> & {
  readonly lines: readonly LineSeen[];
  readonly kept: KeptOutcome | null;
};

/** What a redemption wrote, as it is kept under its key. */
export type RewardsDone = {
  readonly frame: {
    readonly saving: {
      readonly redemptionId: number;
      readonly name: string;
      readonly cost: number;
    };
    readonly customer: Customer;
    readonly membership: Membership;
    readonly lines: readonly RewardLine[];
  };
  readonly changed: RewardChanged;
};

/**
 * Why the rewards cannot be redeemed, in the documented order over all lines: every reward, every
 * authorization, then the stamps once; null if they can. A refusal names its line.
 */
export function refuseRewards(
  seen: RewardsSeen,
  caller: KnownCaller,
  { rewards, channel }: Pick<RedeemMultipleRewardsInput, "rewards" | "channel">,
): Refusal | null {
  const entered = enter(seen, caller);
  if ("refusal" in entered) return entered.refusal;
  const { store, membership } = entered.decided;
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

function inLine(index: number, refusal: Refusal, part?: string): Refusal {
  const place = part ? `Line ${index + 1}, ${part}` : `Line ${index + 1}`;
  return { ...refusal, message: `${place}: ${refusal.message}` };
}

/** The outcome, the first time and again. */
export function redeemedRewards({ frame, changed }: RewardsDone): RewardsRedeemed {
  const { saving, customer, membership, lines } = frame;
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: saving.cost,
      status: "Created",
      extraData: null,
    },
    customer,
    membership: { ...membership, ...changed },
    lines,
  };
}
