import type { Refusal } from "../../foundation/failures.ts";

/**
 * Seconds after which an undecided try counts as wrong. A request and its last statement end sooner, so only
 * a crash or a database outage leaves a try undecided for this long. Until then, the process that made the
 * try may still write the outcome.
 */
export const DECIDING_SECONDS = 120;

/** The tries of one secret, as stored in its row and read at one moment. */
export type Tries = {
  readonly wrongTries: number;
  readonly secondsSinceLastWrong: number | null;
  /** The age in seconds of each undecided try: it was counted, but its outcome is not written yet. */
  readonly deciding: readonly number[];
};

/**
 * Counts the undecided tries. `underWay` is the number of tries that may still get an outcome. `leftBehind`
 * is the number of tries that are so old that they count as wrong.
 */
export function countTries({ deciding, secondsSinceLastWrong }: Tries): {
  readonly underWay: number;
  readonly leftBehind: number;
  /** Seconds since the last wrong try. Infinity if there was no wrong try. */
  readonly sinceLast: number;
} {
  const leftBehind = deciding.filter((age) => age >= DECIDING_SECONDS);
  return {
    underWay: deciding.length - leftBehind.length,
    leftBehind: leftBehind.length,
    sinceLast: Math.min(secondsSinceLastWrong ?? Number.POSITIVE_INFINITY, ...leftBehind),
  };
}

/** The refusal of a try that waited too long for undecided tries. */
export const triesUnderWay: Refusal = {
  code: "too_many_attempts",
  message: "Other attempts are still being checked, try again in 1 second(s)",
  rule: "no more tries at once than may fail",
  retryAfter: 1,
};
