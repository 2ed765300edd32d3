import { type Refusal, unknownCustomer } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";

/** A manual change of stamps. */
export type Adjustment = {
  readonly customerId: number;
  /** Stamps to add; below zero to remove. */
  readonly delta: number;
  readonly reason: string;
};

/** What the rules of adjust-stamps look at, and what is kept under the call's key. */
export type AdjustmentSeen = {
  /** The customer's stamps; null if the customer does not exist. */
  readonly stamps: number | null;
  /** Stamps may have expired since the ledger was last replayed. The expiry is written, then the call goes again. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
};

/** What an adjustment wrote, as stored under its key. */
export type AdjustmentDone = {
  readonly frame: object;
  /** The stamps afterwards. */
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
