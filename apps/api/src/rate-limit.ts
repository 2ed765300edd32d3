import type { KnownCaller } from "@stampbook/core/context";

/** How fast a token may call: so many a second, and so many at once after a rest. */
export type Rate = { readonly perSecond: number; readonly burst: number };

/** Decisions, section 1: of each token, in each process. */
export const tokenRate: Rate = { perSecond: 200, burst: 400 };

/** What a counted call is told. */
export type Counted = {
  readonly allowed: boolean;
  /** As the IETF's draft writes them, with `Retry-After` where the call is refused. */
  readonly headers: Readonly<Record<string, string>>;
};

/** Counts a call; null for callers that have no rate. */
export type CountCall = (caller: KnownCaller) => Counted | null;

/** An idle token is as one never seen; far fewer than these call within the same moment. */
const MOST_TOKENS = 10_000;

/**
 * A bucket for each token, in memory: one number, the moment at which it is full again. It is not
 * @fastify/rate-limit, which counts requests in fixed windows, before it is known who calls: calls of
 * a batch would count as one, and a made-up token as a caller.
 */
export function createRateLimit(
  { perSecond, burst }: Rate,
  now: () => number = () => performance.now(),
): CountCall {
  const fullAt = new Map<string, number>();
  const msOfCall = 1000 / perSecond;
  const msOfBurst = burst * msOfCall;
  const policy = `"token";q=${burst};w=${Math.ceil(burst / perSecond)}`;

  return (caller) => {
    if (caller.kind !== "token") return null;
    const token = `${caller.merchant.id} ${caller.tokenId}`;
    const at = now();
    const before = Math.max(fullAt.get(token) ?? at, at);
    const after = before + msOfCall;
    // a moment's rounding is nobody's call
    const allowed = after - at <= msOfBurst + 1e-6;
    const full = allowed ? after : before;
    // the longest idle stand first, and are forgotten first
    fullAt.delete(token);
    for (const key of fullAt.keys()) {
      if (fullAt.size < MOST_TOKENS) break;
      fullAt.delete(key);
    }
    fullAt.set(token, full);
    const left = Math.max(0, Math.floor((msOfBurst - (full - at)) / msOfCall + 1e-6));
    const headers = {
      "ratelimit-policy": policy,
      ratelimit: `"token";r=${left};t=${Math.ceil((full - at) / 1000)}`,
    };
    if (allowed) return { allowed, headers };
    const wait = Math.max(1, Math.ceil((after - at - msOfBurst) / 1000));
    return { allowed, headers: { ...headers, "retry-after": String(wait) } };
  };
}
