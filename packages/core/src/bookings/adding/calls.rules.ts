import type { Refusal } from "../../failures.ts";

/** Calls in the current minute to book a table, which needs no token. */
export type Calls = { readonly count: number; readonly secondsLeft: number };

/** Calls from one address in a minute. Decisions, section 1. */
export const CALLS_FROM_AN_ADDRESS = 30;

/** Checks the limit. `count` already includes this call. */
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
