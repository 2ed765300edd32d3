import type { Refusal } from "../failures.ts";

/**
 * An undecided try of this age was left behind by a crash and counts as wrong. The time is longer than a
 * request's deadline plus its last statement's in any settings, because until then the process that made the
 * try may still decide it.
 */
export const DECIDING_SECONDS = 120;

/** The tries of a secret in its row, at one moment of the database's clock. */
export type Tries = {
  readonly wrongTries: number;
  readonly secondsSinceLastWrong: number | null;
  /** Seconds since each undecided try began. */
  readonly deciding: readonly number[];
};

/** Separates tries that are still running from those left behind, which count as wrong. */
export function countTries({ deciding, secondsSinceLastWrong }: Tries): {
  readonly underWay: number;
  readonly leftBehind: number;
  /** Seconds since the last wrong try; infinite if there is none. */
  readonly sinceLast: number;
} {
  const leftBehind = deciding.filter((age) => age >= DECIDING_SECONDS);
  return {
    underWay: deciding.length - leftBehind.length,
    leftBehind: leftBehind.length,
    sinceLast: Math.min(secondsSinceLastWrong ?? Number.POSITIVE_INFINITY, ...leftBehind),
  };
}

/** The refusal of a try that waited too long for earlier ones. */
export const triesUnderWay: Refusal = {
  code: "too_many_attempts",
  message: "Other attempts are still being checked, try again in 1 second(s)",
  rule: "no more tries at once than may fail",
  retryAfter: 1,
};
