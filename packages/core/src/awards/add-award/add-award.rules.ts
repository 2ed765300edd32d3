import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import type { Refusal } from "../../failures.ts";
import { checkStore } from "../../merchants/store.rules.ts";
import type { StoreNow } from "../../merchants/types.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Awarded, AwardInput } from "../types.ts";

/** What the rules of an award look at. */
export type AwardSeen = {
  readonly store: StoreNow | null;
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The merchant's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether stamps of the customer have expired without an entry in the ledger. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/** What a call wrote, as stored under its key. */
export type AwardDone = {
  readonly frame: Awarded;
  readonly changed: Partial<Awarded["membership"]>;
};

/**
 * Why stamps cannot be given, or null: the store, the customer, or a last day that has passed. A blocked,
 * inactive or suspended member may get them. `unknown` is the refusal if no customer is found.
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

/** The outcome of a call, or of its replay. */
export function awarded({ frame, changed }: AwardDone): Awarded {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
