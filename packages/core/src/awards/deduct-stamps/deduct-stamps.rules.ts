import type { Customer, Membership } from "../../customers/types.ts";
import { type Refusal, unknownMember } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import type { Deducted } from "../types.ts";

/** The data that the rules of a deduction check. */
export type DeductionSeen = {
  readonly customer: Customer | null;
  readonly membership: Membership | null;
  /** Whether stamps of the customer may have expired without an entry in the ledger yet. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/** The outcome of a call in stored form: `changed` replaces fields of the membership in `frame`. */
export type DeductionDone = {
  readonly frame: Deducted;
  readonly changed: Partial<Membership>;
};

/**
 * Refuses an unknown member, and a member who has fewer stamps than `stamps`. A blocked member may lose
 * stamps.
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

/** Builds the outcome of a call, or of its replay, from its two parts. */
export function deducted({ frame, changed }: DeductionDone): Deducted {
  return { ...frame, membership: { ...frame.membership, ...changed } };
}
