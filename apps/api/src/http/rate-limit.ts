import type { LimitState } from "@stampbook/core/caller-limits";
import type { KnownCaller } from "@stampbook/core/context";

/** A token's rate: calls per second, and how many calls it may send at once after a pause (`burst`). */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** The rate of each token in each process. See docs/limits.md. */
export const tokenRate: Rate = { perSecond: 200, burst: 400 };

/** The result of counting a call. */
export type Counted = {
  readonly allowed: boolean;
  /** What is left of the rate. */
  readonly state: LimitState;
  /** Seconds until the next call is allowed; 0 if this one is. */
  readonly wait: number;
};

/** Counts a call as `calls` calls; null for callers that have no rate. */
export type CountCall = (caller: KnownCaller, calls: number) => Counted | null;

const BYTES_OF_A_CALL = 8 * 1024;

/** How many calls a body counts as, because a large one costs as much time as many small ones. */
export const callsFor = (bytes: number) => Math.max(1, Math.ceil(bytes / BYTES_OF_A_CALL));

/**
 * How many tokens may have an entry in memory. Far fewer tokens call at the same time, and an idle token
 * needs no entry.
 */
const MOST_TOKENS = 10_000;

/**
 * Counts calls with a bucket per token. Memory holds only the time at which each bucket is full again. We do
 * not use @fastify/rate-limit, because it counts requests in fixed windows before the caller is known. It
 * would count a batch as one call, and a made-up token as a caller.
 */
export function createRateLimit(
  { perSecond, burst }: Rate,
  now: () => number = () => performance.now(),
): CountCall {
  const fullAt = new Map<string, number>();
  const msOfCall = 1000 / perSecond;
  const msOfBurst = burst * msOfCall;
  const policy = { name: "requests", most: burst, window: Math.ceil(burst / perSecond) } as const;

  return (caller, calls) => {
    if (caller.kind !== "token") return null;
    const token = `${caller.merchant.id} ${caller.tokenId}`;
    const at = now();
    const before = Math.max(fullAt.get(token) ?? at, at);
    const after = before + Math.min(calls, burst) * msOfCall;
    // the tolerance of 1e-6 keeps a rounding error from refusing a call
    const allowed = after - at <= msOfBurst + 1e-6;
    const full = allowed ? after : before;
    // entries are in the order of their last calls, so the tokens that are idle longest are dropped first
    fullAt.delete(token);
    for (const key of fullAt.keys()) {
      if (fullAt.size < MOST_TOKENS) break;
      fullAt.delete(key);
    }
    fullAt.set(token, full);
    const left = Math.max(0, Math.floor((msOfBurst - (full - at)) / msOfCall + 1e-6));
    const state = { ...policy, left, reset: Math.ceil((full - at) / 1000) };
    const wait = allowed ? 0 : Math.max(1, Math.ceil((after - at - msOfBurst) / 1000));
    return { allowed, state, wait };
  };
}
