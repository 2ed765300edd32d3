import type { KnownCaller } from "../context.ts";
import type { Customer, Membership } from "../customers/types.ts";
import { firstRefusal, type Refusal } from "../failures.ts";
import type { StoreNow } from "../merchants/types.ts";
import { type Availability, findUnavailable } from "../vouchers/availability.rules.ts";
import type { Voucher } from "../vouchers/types.ts";
import { checkAuthorization } from "./authorization.rules.ts";
import { enter, type Scene } from "./scene.rules.ts";
import type { ExtraData, RedeemInput, Reward, RewardRedeemed } from "./types.ts";

/** A reward as the catalogue has it. */
export type CatalogueReward = Reward & Availability;

/** The stored part from which the outcome of a reward's redemption is built, also for a replay. */
export type RewardTold = {
  readonly saving: {
    readonly redemptionId: number;
    readonly name: string;
    readonly cost: number;
    readonly extraData: ExtraData | null;
    /** Those that the reward issued. */
    readonly vouchers: readonly Voucher[];
  };
  readonly customer: Customer;
  readonly membership: Membership;
  readonly reward: Reward;
};

/** Whether the reward exists and can be redeemed here and now. */
export function checkReward(
  reward: CatalogueReward | null,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Refusal | null {
  if (!reward)
    return { code: "invalid_reward", message: "Reward not found", rule: "reward exists" };
  const unavailable = findUnavailable(`Reward ${reward.name}`, reward, at);
  return unavailable && { code: "reward_not_available", ...unavailable };
}

/** A flexible reward's price comes with the request. */
export function checkFlexibleStamps(reward: Reward, stamps: number | null): Refusal | null {
  return reward.kind === "flexible" && stamps === null
    ? {
        code: "required",
        message: "This field is required.",
        rule: "a flexible reward's stamps are given",
      }
    : null;
}

/**
 * What a reward costs: a fixed one its price times `qty`, a flexible one the request's stamps.
 * Source: decisions, section 5.
 */
export function costOf(reward: Reward, qty: number, stamps: number | null): number {
  return reward.kind === "flexible" ? (stamps ?? 0) : reward.stampsToRedeem * qty;
}

/** Whether the membership holds enough stamps. The field differs: a flexible price was the caller's. */
export function checkStamps(held: number, cost: number, flexible: boolean): Refusal | null {
  return held >= cost
    ? null
    : {
        code: "insufficient_stamps",
        message: `Not enough stamps: has ${held}, needs ${cost}`,
        rule: "membership holds the stamps",
        expected: String(cost),
        found: String(held),
        ...(flexible ? { field: "stamps" } : {}),
      };
}

/** The reward as outcomes tell it: what the catalogue alone knows is left out. */
export function shownReward(reward: CatalogueReward): Reward {
  const { id, code, name, kind, stampsToRedeem, extraData } = reward;
  return {
    id,
    code,
    name,
    kind,
    stampsToRedeem: kind === "flexible" ? 0 : stampsToRedeem,
    extraData,
  };
}

/** What the rules of a reward's redemption read of the call. */
type RewardInput = Pick<RedeemInput, "channel" | "requestId"> & {
  readonly qty: number;
  readonly stamps: number | null;
};

/**
 * Returns why the reward cannot be redeemed, or null. The documented order: store, customer and
 * membership, the reward, a flexible reward's stamps, the authorization, the balance.
 */
export function checkRewardRedemption(
  scene: Scene & { readonly reward: CatalogueReward | null },
  caller: KnownCaller,
  { channel, requestId, qty, stamps }: RewardInput,
): Refusal | null {
  const entered = enter(scene, caller);
  if ("refusal" in entered) return entered.refusal;
  const { store, membership } = entered.decided;
  const { reward } = scene;
  if (!reward) return checkReward(reward, { store, channel });
  return firstRefusal(
    checkReward(reward, { store, channel }),
    checkFlexibleStamps(reward, stamps),
    checkAuthorization(scene, requestId),
    checkStamps(membership.stamps, costOf(reward, qty, stamps), reward.kind === "flexible"),
  );
}

/** What the redemption changed of the membership. */
export type RewardChanged = Pick<Membership, "stamps"> & Partial<Pick<Membership, "balance">>;

/** The outcome of a reward's redemption. */
export function rewardOutcome(
  { saving, customer, membership, reward }: RewardTold,
  changed: RewardChanged,
): RewardRedeemed {
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: saving.cost,
      status: "Created",
      extraData: saving.extraData,
    },
    customer,
    membership: { ...membership, ...changed },
    reward,
    voucher: saving.vouchers[0] ?? null,
  };
}
