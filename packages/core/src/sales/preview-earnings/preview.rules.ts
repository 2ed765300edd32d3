import type { KnownCaller } from "../../context.ts";
import { checkMember } from "../../customers/membership.rules.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import { type Refusal, unknownCustomer } from "../../failures.ts";
import { checkStore } from "../../merchants/store.rules.ts";
import type { StoreNow } from "../../merchants/types.ts";
import { methodKeyOf } from "../content.rules.ts";
import { anyMember, type Earner, earn, type Programme } from "../earning.rules.ts";
import type { SaleInput } from "../types.ts";

/** The parts of a sale from which a preview is computed. */
export type PreviewInput = Pick<
  SaleInput,
  "store" | "user" | "total" | "subtotal" | "items" | "payments"
>;

/** The data that a preview reads. */
export type PreviewSeen = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  readonly programme: Programme;
  /** The multiplier of the member's level; null without a member. */
  readonly multiplier: string | null;
  /** The stamps that the member's sales have earned on the store's current day. */
  readonly earnedToday: number;
  /** The sale's methods of payment that do not earn, as keys of `methodKeyOf`. */
  readonly unearning: readonly { readonly codeKey: string }[];
};

/** Refuses what `addSale` refuses, except a wrong time and a duplicate invoice number. Null if allowed. */
export function refusePreview(
  { store, customer, membership }: PreviewSeen,
  caller: KnownCaller,
  { user }: Pick<PreviewInput, "user">,
): Refusal | null {
  const refusal = checkStore(store, caller);
  if (refusal) return refusal;
  return user === null || (customer && membership) ? null : unknownCustomer;
}

/**
 * Returns the stamps that the sale would earn now. Without a user, computes for `anyMember`, who has earned
 * nothing today.
 */
export function previewStamps(seen: PreviewSeen, { payments, ...sale }: PreviewInput): number {
  const unearning = new Set(seen.unearning.map(({ codeKey }) => codeKey));
  const eligible = payments.map(({ method, value }) => ({
    value,
    isEligible: !unearning.has(methodKeyOf(method)),
  }));
  const content = { ...sale, payments: eligible, stamps: null };
  return earn(content, seen.programme, sale.user === null ? anyMember : earnerOf(seen)).stamps;
}

function earnerOf({ customer, membership, multiplier, earnedToday }: PreviewSeen): Earner {
  return {
    multiplier: multiplier ?? anyMember.multiplier,
    earnedThatDay: earnedToday,
    canEarn: checkMember(customer, membership) === null,
  };
}
