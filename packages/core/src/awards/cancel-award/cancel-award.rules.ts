import type { KnownCaller } from "../../context.ts";
import type { Customer, Membership } from "../../customers/types.ts";
import { type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Award, Awarded } from "../types.ts";

/** The data that the statement reads, for the rules of a cancel. */
export type CancelAwardSeen = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** The award with its store, which may be null. Null if the customer has no award with the id. */
  readonly award: (Award & { readonly storeId: number | null }) | null;
  /** Whether stamps of the customer may have expired without an entry in the ledger yet. */
  readonly isDue: boolean;
  /**
   * The number of stamps to take back. Null without an award. If stamps have expired since the award, the
   * number comes from a replay of the ledger (`CancelAwardCall.replayed`), and is null until the call has
   * that number.
   */
  readonly takes: number | null;
  readonly kept: KeptOutcome | null;
};

/**
 * The stored outcome of a cancel, in two parts. The fields in `changed` replace those of `frame.membership`.
 */
export type CancelAwardDone = {
  readonly frame: Awarded;
  readonly changed: Partial<Membership>;
};

/**
 * Refuses an unknown customer and an unknown award. Refuses an award of a store outside the caller's stores,
 * and an award whose stamps are spent. Null if the award can be canceled or is canceled already, or if
 * `takes` is null.
 */
export function refuseCancelAward(
  { customer, membership, award, takes }: CancelAwardSeen,
  caller: KnownCaller,
): Refusal | null {
  if (!customer || !membership) return unknownCustomer;
  if (!award) return unknownAward;
  if (award.storeId !== null && !mayActIn(caller, award.storeId))
    return otherStore(caller, award.storeId);
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

/** Returns the outcome of a call or of its replay, built from `frame` and `changed`. */
export function canceledAward({ frame, changed }: CancelAwardDone): Awarded {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
