import type { Membership } from "../customers/types.ts";
import { noStamps, unknownReward } from "../facts/reward.rules.ts";
import { tooFewStamps } from "../facts/stamps.rules.ts";
import type { Refusal } from "../failures.ts";
import type { StoreNow } from "../merchants/types.ts";
import { type Availability, findUnavailable } from "../vouchers/availability.rules.ts";
import type { Reward } from "./types.ts";

/** A reward of the catalogue, with the dates, stores and channels that limit it. */
export type CatalogueReward = Reward & Availability;

/** Refuses a reward that does not exist, or cannot be redeemed here and now. Null if it can. */
export function checkReward(
  reward: CatalogueReward | null,
  at: { readonly store: StoreNow; readonly channel: number | null },
): Refusal | null {
  if (!reward) return unknownReward;
  const unavailable = findUnavailable(`Reward ${reward.name}`, reward, at);
  return unavailable && { code: "reward_not_available", ...unavailable };
}

/** Refuses a flexible reward if `stamps`, its price, is null or 0. Otherwise returns null. */
export function checkFlexibleStamps(reward: Reward, stamps: number | null): Refusal | null {
  return reward.kind === "flexible" && (stamps === null || stamps <= 0) ? noStamps : null;
}

/**
 * Returns the cost in stamps. A fixed reward costs its price times `qty`, a flexible reward the `stamps` of
 * the request. Source: decisions, section 5.
 */
export function costOf(reward: Reward, qty: number, stamps: number | null): number {
  return reward.kind === "flexible" ? (stamps ?? 0) : reward.stampsToRedeem * qty;
}

/**
 * Refuses a `cost` above the `held` stamps. Null if they are enough. If the price is flexible, the refusal's
 * `field` is `stamps`.
 */
export function checkStamps(held: number, cost: number, flexible: boolean): Refusal | null {
  return held >= cost ? null : tooFewStamps(held, cost, flexible ? "stamps" : undefined);
}

/** Fields of the membership after the redemption. Outcomes that version 1.0 stored have no `balance`. */
export type RewardChanged = Pick<Membership, "stamps"> & Partial<Pick<Membership, "balance">>;
