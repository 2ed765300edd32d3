import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import type { Refusal } from "../../failures.ts";
import { checkStore } from "../../merchants/store.rules.ts";
import type { StoreNow } from "../../merchants/types.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Awarded, AwardInput } from "../types.ts";

/** The data that the statement reads, for the rules of an award. */
export type AwardSeen = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Today in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether stamps of the customer may have expired without an entry in the ledger yet. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/**
 * The stored outcome of a call, in two parts. The fields in `changed` replace those of `frame.membership`.
 */
export type AwardDone = {
  readonly frame: Awarded;
  readonly changed: Partial<Awarded["membership"]>;
};

/**
 * Refuses an award with an unusable store, an unknown customer, or a last day that has passed. Returns null
 * if the award is allowed. Blocked, inactive and suspended members may get stamps. `unknown` is the refusal
 * if no customer is found.
 */
export function refuseAward(
  { store, customer, membership, today }: AwardSeen,
  caller: KnownCaller,
  input: Pick<AwardInput, "store" | "expiresOn"> & { readonly unknown: Refusal },
): Refusal | null {
  const refusal = input.store === null ? null : checkStore(store, caller);
  if (refusal) return refusal;
  if (!customer || !membership) return input.unknown;
  if (input.expiresOn === null || input.expiresOn >= today) return null;
  return {
    code: "invalid",
    field: "expiration_date",
    message: "Today or a later day is expected.",
    rule: "the stamps can be spent today at least",
    expected: `${today} or later`,
    found: input.expiresOn,
  };
}

/** Returns the outcome of a call or of its replay, built from `frame` and `changed`. */
export function awarded({ frame, changed }: AwardDone): Awarded {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
