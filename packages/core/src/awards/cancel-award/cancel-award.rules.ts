import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import { type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Award, Awarded } from "../types.ts";

/** What the rules of a cancel look at. */
export type CancelAwardSeen = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The award, if it is the customer's; and its store, if it names one. */
  readonly award: (Award & { readonly storeId: number | null }) | null;
  /** Whether stamps of the customer have expired without an entry in the ledger. */
  readonly isDue: boolean;
  /** The stamps to take back; null if some have expired, so that the ledger must be replayed to know. */
  readonly takes: number | null;
  readonly kept: KeptOutcome | null;
};

/** What a cancel wrote, as stored under its key. */
export type CancelAwardDone = {
  readonly frame: Awarded;
  readonly changed: Partial<Membership>;
};

/**
 * Why an award cannot be canceled, or null if it can, or was canceled before: its customer is unknown, it
 * is not the customer's, it was given in a store that is not the caller's, or the customer has spent what
 * has to go back.
 */
export function refuseCancelAward(
  { customer, membership, award, takes }: CancelAwardSeen,
  caller: KnownCaller,
): Refusal | null {
  if (!customer || !membership) return unknownCustomer;
  if (!award) return unknownAward;
  if (award.storeId !== null && !mayActIn(caller, award.storeId)) return otherStore;
  if (award.status === "Canceled" || takes === null || membership.stamps >= takes) return null;
  return {
    code: "insufficient_stamps",
    message: "Award can't be canceled due to insufficient Stamps",
    rule: "the stamps of the award are there to go back",
    expected: `${takes} stamps`,
    found: `${membership.stamps} stamps`,
  };
}

const unknownAward: Refusal = {
  code: "award_not_found",
  message: "Award not found",
  rule: "the customer has the award",
};

/** The outcome of a call, or of its replay. */
export function canceledAward({ frame, changed }: CancelAwardDone): Awarded {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
