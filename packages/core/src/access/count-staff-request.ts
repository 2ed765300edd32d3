import type { CoreDeps } from "../context.ts";
import { countRequest } from "./staff.store.ts";

/** A limit: so many requests in so many seconds. */
export type RateRule = { readonly max: number; readonly window: number };

/** Counts a request of who signs in, right across processes; tells how long to wait where it is too many. */
export async function countStaffRequest(
  deps: CoreDeps,
  key: string,
  rule: RateRule,
): Promise<{ readonly allowed: boolean; readonly retryAfter: number | null }> {
  const rate = await countRequest(deps.db, key, rule.window, deps.clockOffsetMs);
  const allowed = rate.count <= rule.max;
  return { allowed, retryAfter: allowed ? null : Math.max(1, Math.ceil(rate.secondsLeft)) };
}
