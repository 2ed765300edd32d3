import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import { type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Award, Awarded } from "../types.ts";

/** The data that the rules of a cancel check. */
export type CancelAwardSeen = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The award and its store, if it names one. Null if the customer has no such award. */
  readonly award: (Award & { readonly storeId: number | null }) | null;
  /** Whether stamps of the customer may have expired without an entry in the ledger yet. */
  readonly isDue: boolean;
  /**
   * The stamps to take back. Null if stamps have expired since the award and the call has no result of a
   * replay: only a replay of the ledger shows how many.
   */
  readonly takes: number | null;
  readonly kept: KeptOutcome | null;
};

/** The outcome of a cancel in stored form: `changed` replaces fields of the membership in `frame`. */
export type CancelAwardDone = {
  readonly frame: Awarded;
  readonly changed: Partial<Membership>;
};

/**
 * Refuses an unknown customer, and an award that the customer does not have, that was given in a store that
 * is not the caller's, or whose stamps the customer has spent. Null if the award can be canceled, or was
 * canceled before.
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

/** Builds the outcome of a call, or of its replay, from its two parts. */
export function canceledAward({ frame, changed }: CancelAwardDone): Awarded {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
