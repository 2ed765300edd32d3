import type { Refusal } from "../../foundation/failures.ts";

/**
 * Calls from one address to `addBooking`, which needs no token. `count` is the number of calls in the current
 * minute, `secondsLeft` the rest of that minute.
 */
export type Calls = { readonly count: number; readonly secondsLeft: number };

/** The most calls that one address may make in a minute. See docs/limits.md. */
export const CALLS_FROM_AN_ADDRESS = 30;

/** Refuses a call if `count`, which includes this call, is above `most`. */
export function checkCalls({ count, secondsLeft }: Calls, most: number): Refusal | null {
  if (count <= most) return null;
  const retryAfter = Math.max(1, Math.ceil(secondsLeft));
  return {
    code: "too_many_attempts",
    message: `Too many requests, try again in ${retryAfter} second(s).`,
    rule: "calls in a minute",
    expected: `at most ${most}`,
    found: String(count),
    retryAfter,
  };
}
