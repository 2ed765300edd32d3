import type { CoreDeps } from "../../context.ts";
import { countRequest } from "./sign-in-counts.sql.ts";

/** A rate limit: `max` requests in `window` seconds. */
export type RateRule = { readonly max: number; readonly window: number };

/**
 * Counts a sign-in request under `key`. The count is exact across processes. `retryAfter` is the seconds to
 * wait, or null if the request is allowed.
 */
export async function countStaffRequest(
  deps: CoreDeps,
  key: string,
  rule: RateRule,
): Promise<{ readonly allowed: boolean; readonly retryAfter: number | null }> {
  const rate = await countRequest(deps.db, key, rule.window, deps.clockOffsetMs);
  const allowed = rate.count <= rule.max;
  return { allowed, retryAfter: allowed ? null : Math.max(1, Math.ceil(rate.secondsLeft)) };
}
