import type { KnownCaller } from "../context.ts";
import { checkMember, checkNamed } from "../customers/membership.rules.ts";
import type { Customer, Membership } from "../customers/types.ts";
import type { Refusal } from "../failures.ts";
import { checkStore } from "../merchants/store.rules.ts";
import type { StoreNow } from "../merchants/types.ts";
import type { ExtraData, Redeemed } from "./types.ts";

/** The store, the customer and the membership of a redemption, after the first checks. */
export type Entered = {
  readonly store: StoreNow;
  readonly customer: Customer;
  readonly membership: Membership;
};

/** The data that `enter` checks. */
export type EnteringSeen = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether the customer is a partial member, and partial members of this merchant may not redeem. */
  readonly needsName: boolean;
};

/**
 * Runs the first checks in the documented order: store, customer, membership, the name of a partial member.
 * Returns the refusal, or else the store, the customer and the membership.
 */
export function enter(
  { store, customer, membership, needsName }: EnteringSeen,
  caller: KnownCaller,
): { readonly refusal: Refusal } | { readonly refusal: null; readonly entered: Entered } {
  const refusal =
    checkStore(store, caller) ?? checkMember(customer, membership) ?? checkNamed(needsName);
  if (refusal) return { refusal };
  if (!store || !customer || !membership) throw new TypeError("a checked call has a member");
  return { refusal: null, entered: { store, customer, membership } };
}

/** The part `frame` of a stored outcome, for every way to redeem. Answers and replays are built from it. */
export type RedemptionFrame = {
  readonly saving: {
    readonly redemptionId: number;
    readonly name: string;
    /** The cost in stamps; 0 if absent. */
    readonly cost?: number;
    readonly extraData?: ExtraData | null;
  };
  readonly customer: Customer;
  readonly membership: Membership;
};

/** Returns the common part of all outcomes. `changed` contains the changed fields of the membership. */
export function redeemed(
  { saving, customer, membership }: RedemptionFrame,
  changed: Partial<Membership> = {},
): Redeemed {
  return {
    redemption: {
      id: saving.redemptionId,
      name: saving.name,
      stampsUsed: saving.cost ?? 0,
      status: "Created",
      extraData: saving.extraData ?? null,
    },
    customer,
    membership: { ...membership, ...changed },
  };
}
