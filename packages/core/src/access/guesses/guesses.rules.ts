import type { Refusal } from "../../failures.ts";

/** A caller's wrong guesses in the current minute. */
export type Guesses = {
  readonly count: number;
  /** Seconds until the minute ends. */
  readonly secondsLeft: number;
};

/** How many unknown codes and wrong secrets one caller may try in a minute. See docs/limits.md. */
export const GUESSES_A_MINUTE = 60;

/** Refuses a guess if the caller has no guesses left in this minute. Null if the guess may be evaluated. */
export function checkGuesses(guesses: Guesses | null): Refusal | null {
  return guesses && guesses.count >= GUESSES_A_MINUTE ? tooManyGuesses(guesses) : null;
}

/** Refuses an evaluated guess if the count with this guess is above the limit. This hides the result. */
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
