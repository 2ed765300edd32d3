import type { KnownCaller } from "../context.ts";
import { checkMember } from "../customers/membership.rules.ts";
import type { Customer, Membership } from "../customers/types.ts";
import type { Refusal } from "../failures.ts";
import { checkStore } from "../merchants/store.rules.ts";
import type { StoreNow } from "../merchants/types.ts";
import type { Authorization } from "./authorization.rules.ts";

/** What every way to redeem looks at first. */
export type Scene = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  readonly needsAuthorization: boolean;
  readonly authorization: Authorization | null;
};

/** Either why not, or what goes on. */
export type Verdict<Decided> = { readonly refusal: Refusal } | { readonly decided: Decided };

/** Where and for whom something is redeemed. */
export type Entered = {
  readonly store: StoreNow;
  readonly customer: Customer;
  readonly membership: Membership;
};

/** The checks that come first in the documented order: store, customer, membership. */
export function enter(
  { store, customer, membership }: Pick<Scene, "store" | "customer" | "membership">,
  caller: KnownCaller,
): Verdict<Entered> {
  const refusal = checkStore(store, caller) ?? checkMember(customer, membership);
  if (refusal) return { refusal };
  if (!store || !customer || !membership) throw new TypeError("a checked scene is whole");
  return { decided: { store, customer, membership } };
}
