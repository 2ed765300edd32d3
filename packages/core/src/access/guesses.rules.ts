import type { Refusal } from "../failures.ts";

/** Wrong guesses that a caller has made in the running minute. */
export type Guesses = {
  readonly count: number;
  /** Until the minute is over. */
  readonly secondsLeft: number;
};

/** Unknown codes and wrong secrets that one caller may try in a minute. Source: decisions, section 7. */
export const GUESSES_A_MINUTE = 60;

/** Whether the caller may guess at all; what it guesses is then looked at. */
export function checkGuesses(guesses: Guesses | null): Refusal | null {
  return guesses && guesses.count >= GUESSES_A_MINUTE ? tooManyGuesses(guesses) : null;
}

/** Whether a guess that was counted came on top of the limit: then nothing is told of what it found. */
export function checkCounted(guesses: Guesses | null): Refusal | null {
  return guesses && guesses.count > GUESSES_A_MINUTE ? tooManyGuesses(guesses) : null;
}

/** The refusal of a guess above the limit. */
export function tooManyGuesses(guesses: Guesses): Refusal {
  const retryAfter = Math.max(1, Math.ceil(guesses.secondsLeft));
  return {
    code: "too_many_attempts",
    message: `Too many attempts, try again in ${retryAfter} second(s)`,
    rule: "wrong guesses of one caller in a minute",
    expected: `fewer than ${GUESSES_A_MINUTE}`,
    found: String(guesses.count),
    retryAfter,
  };
}
