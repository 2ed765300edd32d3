import type { KnownCaller } from "../../../foundation/context.ts";
import { firstRefusal, type Refusal, unknownCustomer } from "../../../foundation/failures.ts";
import {
  type Availability,
  findUnavailable,
} from "../../../holding/vouchers/availability.rules.ts";
import type { HeldVoucherListed } from "../../../holding/vouchers/index.ts";
import { tooFewStamps } from "../../../machinery/facts/stamps.rules.ts";
import { checkMember, checkNamed } from "../../../people/customers/membership.rules.ts";
import type { Customer, Identifier, Membership } from "../../../people/customers/types.ts";
import { checkStore } from "../../../running/merchants/store.rules.ts";
import type { StoreNow, StoreRef } from "../../../running/merchants/types.ts";
import type { Reward } from "../types.ts";

/** A reward of the catalogue, with the dates, stores and channels that limit it. */
type CatalogueReward = Reward & Availability;

/**
 * The rewards and the user's vouchers to list. A page begins after the id `afterReward` or `afterVoucher`;
 * null is the first page.
 */
export type OffersInput = {
  readonly user: Identifier | null;
  readonly store: StoreRef | null;
  /** Whether to leave out rewards and vouchers that are limited to other stores. */
  readonly isOnlyOfStore: boolean;
  /** Whether to list also vouchers that were withdrawn or have ended. */
  readonly hasInactiveVouchers: boolean;
  /** Leaves out rewards and vouchers that are limited to other channels. Null is any channel. */
  readonly channel: number | null;
  readonly afterReward: number | null;
  readonly afterVoucher: number | null;
  /** The maximum number of rewards on a page, and of vouchers. */
  readonly limit: number;
};

/** A reward as tills show it. */
export type RewardShown = CatalogueReward & {
  /** Whether the reward issues a voucher. */
  readonly hasVoucher: boolean;
  readonly description: string;
  readonly terms: string;
  readonly imageUrl: string;
  readonly landscapeUrl: string;
  /** A decimal with two places, or null. */
  readonly price: string | null;
  /** Whether tills should show the reward to customers. */
  readonly isVisible: boolean;
  /** The name of the lowest level whose members can redeem it. Null if the merchant has no level. */
  readonly lowestLevel: string | null;
};

/** A reward, and the sorted names of the active stores in which it can be redeemed. */
export type RewardDetail = RewardShown & { readonly availableAt: readonly string[] };

/**
 * `reason` is why the customer cannot redeem the reward. Null if they can; undefined without a user or a
 * store.
 */
export type RewardOffered = RewardShown & { readonly reason: Refusal | null | undefined };

/** The store and the customer of a possible redemption. Null means unknown or not named. */
export type Situation = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  /** The customer's membership. Its `stamps` are only those that can be spent, without expired stamps. */
  readonly membership: Membership | null;
  /** Whether the customer must give a name before redeeming. */
  readonly needsName: boolean;
};

/** A page of the rewards and of the customer's vouchers. */
export type Offers = Pick<Situation, "customer" | "membership"> & {
  readonly rewards: readonly RewardOffered[];
  readonly vouchers: readonly HeldVoucherListed[];
};

/**
 * Returns why nothing can be listed: a required store is missing, the store is refused (`checkStore`), or the
 * customer is unknown. Otherwise returns null.
 */
export function refuseOffers(
  { store, customer, membership }: Situation,
  caller: KnownCaller,
  { user, store: named, isOnlyOfStore }: OffersInput,
): Refusal | null {
  return firstRefusal(
    named === null ? checkNoStore(isOnlyOfStore) : checkStore(store, caller),
    user === null || (customer && membership) ? null : unknownCustomer,
  );
}

function checkNoStore(isNeeded: boolean): Refusal | null {
  return isNeeded
    ? { code: "required", message: "This field is required.", rule: "a store is named" }
    : null;
}

/**
 * Returns why the customer cannot redeem the reward once now, by the rules of redeeming; null if they can. A
 * flexible reward is judged at a price of one stamp. An authorization by PIN is not checked.
 */
export function reasonAgainstReward(
  reward: CatalogueReward,
  situation: Situation,
  caller: KnownCaller,
  channel: number | null,
): Refusal | null {
  const { store, customer, membership, needsName } = situation;
  const refusal =
    checkStore(store, caller) ?? checkMember(customer, membership) ?? checkNamed(needsName);
  if (refusal || !store || !membership) return refusal;
  const unavailable = findUnavailable(`Reward ${reward.name}`, reward, { store, channel });
  if (unavailable) return { code: "reward_not_available", ...unavailable };
  const isFlexible = reward.kind === "flexible";
  const price = isFlexible ? 1 : reward.stampsToRedeem;
  return membership.stamps >= price
    ? null
    : tooFewStamps(membership.stamps, price, isFlexible ? "stamps" : undefined);
}
