import type { Customer, Membership } from "../../customers/types.ts";
import { type Refusal, unknownMember } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Deducted } from "../types.ts";

/** The data that the statement reads, for the rules of a deduction. */
export type DeductionSeen = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether stamps of the customer may have expired without an entry in the ledger yet. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/**
 * The stored outcome of a call, in two parts. The fields in `changed` replace those of `frame.membership`.
 */
export type DeductionDone = {
  readonly frame: Deducted;
  readonly changed: Partial<Membership>;
};

/**
 * Refuses an unknown member, and a member with fewer stamps than `stamps`. Stamps may also be taken from a
 * blocked member. Returns null if the deduction is allowed.
 */
export function refuseDeduction(
  { customer, membership }: DeductionSeen,
  stamps: number,
): Refusal | null {
  if (!customer || !membership) return unknownMember;
  if (membership.stamps >= stamps) return null;
  return {
    code: "insufficient_stamps",
    message: `Not enough stamps: has ${membership.stamps}, needs ${stamps}`,
    rule: "membership holds the stamps",
    expected: String(stamps),
    found: String(membership.stamps),
  };
}

/** Returns the outcome of a call or of its replay, built from `frame` and `changed`. */
export function deducted({ frame, changed }: DeductionDone): Deducted {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
