import type { Refusal } from "../../foundation/failures.ts";

/** Calls from one address that need no token. `count` is the number in the current minute, `secondsLeft` its rest. */
export type Calls = { readonly count: number; readonly secondsLeft: number };

/** The most calls of a kind that one address may make in a minute. See docs/limits.md. */
export const callsFromAddress = { bookings: 30, "booking slots": 60, "booking links": 60 } as const;

/** A kind of call without a token. */
export type CountedCall = keyof typeof callsFromAddress;

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
