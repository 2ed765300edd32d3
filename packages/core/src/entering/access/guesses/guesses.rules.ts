import type { LimitName, LimitState } from "../../../foundation/caller-limits.rules.ts";
import type { Refusal } from "../../../foundation/failures.ts";

/** A caller's wrong guesses in the current minute, where they are closest to a limit. */
export type Guesses = {
  /** `guesses`: in the store that the call names. `guesses-token`: in all stores together. */
  readonly limit: Extract<LimitName, "guesses" | "guesses-token">;
  readonly most: number;
  readonly count: number;
  /** Seconds until the minute ends. */
  readonly secondsLeft: number;
};

/** How many wrong tokens an address may send in a minute. See docs/limits.md. */
export const TOKEN_TRIES_A_MINUTE = 60;

/** Refuses a guess if the caller has no guesses left in this minute. Null if the guess may be evaluated. */
export function checkGuesses(guesses: Guesses | null): Refusal | null {
  return guesses && guesses.count >= guesses.most ? tooManyGuesses(guesses) : null;
}

/** Refuses an evaluated guess if the count with this guess is above the limit. This hides the result. */
export function checkCounted(guesses: Guesses | null): Refusal | null {
  return guesses && guesses.count > guesses.most ? tooManyGuesses(guesses) : null;
}

const places = { guesses: "in a store", "guesses-token": "in all stores" } as const;

/** The refusal of a caller who has reached a limit of guesses. */
export function tooManyGuesses({ limit, most, count, secondsLeft }: Guesses): Refusal {
  const retryAfter = Math.max(1, Math.ceil(secondsLeft));
  const reached = `Too many wrong codes and secrets (${most} a minute ${places[limit]})`;
  return {
    code: "too_many_attempts",
    message: `${reached}. This one was not looked at, try again in ${retryAfter} second(s)`,
    rule: "wrong guesses of one caller in a minute",
    expected: `fewer than ${most}`,
    found: String(count),
    limit: { name: limit, most, window: 60, left: 0, reset: retryAfter },
    retryAfter,
  };
}

/** Returns what is left of the limit that the guesses are closest to. */
export function guessesLeft({ limit, most, count, secondsLeft }: Guesses): LimitState {
  const left = Math.max(0, most - count);
  return { name: limit, most, window: 60, left, reset: Math.max(0, Math.ceil(secondsLeft)) };
}
