import { type Refusal, unknownCustomer } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";

/** A manual change of stamps. */
export type Adjustment = {
  readonly customerId: number;
  /** Stamps to add; below zero to remove. */
  readonly delta: number;
  readonly reason: string;
};

/** The data that the statement reads, for the rules of an adjustment. `kept` is the key's stored outcome. */
export type AdjustmentSeen = {
  /** The customer's stamps; null if the customer does not exist. */
  readonly stamps: number | null;
  /**
   * Whether stamps may have expired without a ledger entry. The expiry is then written, and the call is sent
   * again.
   */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/** The outcome of an adjustment, as stored under its idempotency key. */
export type AdjustmentDone = {
  readonly frame: object;
  /** The balance after the adjustment. */
  readonly changed: { readonly stamps: number };
};

/** Refuses an unknown customer, and an adjustment that makes the balance negative. */
export function refuseAdjustment(
  { stamps }: AdjustmentSeen,
  { delta }: Adjustment,
): Refusal | null {
  if (stamps === null) return unknownCustomer;
  return stamps + delta >= 0
    ? null
    : {
        code: "insufficient_stamps",
        field: "delta",
        message: `Not enough stamps: has ${stamps}, needs ${-delta}`,
        rule: "membership holds the stamps",
        expected: String(-delta),
        found: String(stamps),
      };
}
