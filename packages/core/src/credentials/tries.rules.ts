import type { Refusal } from "../failures.ts";

/**
 * A try that is not decided after this was left behind by a crash, and counts as wrong. Longer than a
 * request's deadline and its last statement together, whatever the settings say of both: until then
 * the process that made the try may still decide it.
 */
export const DECIDING_SECONDS = 120;

/** What a row says of the tries of its secret, at one moment of the database's clock. */
export type Tries = {
  readonly wrongTries: number;
  readonly secondsSinceLastWrong: number | null;
  /** Seconds since each try began that nobody has settled. */
  readonly deciding: readonly number[];
};

/** Tells tries that are under way from those that were left behind, which count as wrong. */
export function countTries({ deciding, secondsSinceLastWrong }: Tries): {
  readonly underWay: number;
  readonly leftBehind: number;
  /** Seconds since the last wrong one; infinite where there is none. */
  readonly sinceLast: number;
} {
  const leftBehind = deciding.filter((age) => age >= DECIDING_SECONDS);
  return {
    underWay: deciding.length - leftBehind.length,
    leftBehind: leftBehind.length,
    sinceLast: Math.min(secondsSinceLastWrong ?? Number.POSITIVE_INFINITY, ...leftBehind),
  };
}

/** The refusal of a try that waited in vain for those before it. */
export const triesUnderWay: Refusal = {
  code: "too_many_attempts",
  message: "Other attempts are still being checked, try again in 1 second(s)",
  rule: "no more tries at once than may fail",
  retryAfter: 1,
};
