import type { Refusal } from "../failures.ts";

/** Calls of the open door in the running minute. */
export type Calls = { readonly count: number; readonly secondsLeft: number };

/** What may be asked from an address in a minute. Source: decisions, section 1. */
export const CALLS_FROM_AN_ADDRESS = 30;

/** Whether this call is still within the limit; it is counted already. */
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
