import type { CoreDeps } from "../../../foundation/context.ts";
import { countRequest } from "./sign-in-counts.sql.ts";

/** A rate limit: `max` requests in `window` seconds. */
type RateRule = { readonly max: number; readonly window: number };

/**
 * Counts a sign-in request under `key`, and stores only a fingerprint of it, because it may have an address.
 * The count is exact across processes. `retryAfter` is the seconds to wait, or null if the request is allowed.
 */
export async function countStaffRequest(
  deps: CoreDeps,
  key: string,
  rule: RateRule,
): Promise<{
  readonly allowed: boolean;
  readonly retryAfter: number | null;
  readonly count: number;
}> {
  const counter = deps.secrets.fingerprint(`staff request ${key}`);
  const rate = await countRequest(deps.db, counter, rule.window, deps.clockOffsetMs);
  const allowed = rate.count <= rule.max;
  const retryAfter = allowed ? null : Math.max(1, Math.ceil(rate.secondsLeft));
  return { allowed, retryAfter, count: rate.count };
}
