import type { Failed } from "../../rpc/failure.ts";
import type { Given } from "./redeem.ts";

/** A try that nobody knows the outcome of. */
export type Unanswered = { readonly key: string; readonly given: Given; readonly until: number };

/** As long as a customer may stand there. */
const KEPT_MS = 10 * 60_000;

/** Failures after which it may have been done all the same. */
const unsure = new Set(["unreachable", "unexpected", "overloaded", "idempotency_key_in_use"]);

// beyond the till's page: whoever comes back to it confirms the same once more
const known = new Map<string, Unanswered>();

/** The last try of the same for the same customer, while its outcome is not known. */
export function findUnanswered(what: string): Unanswered | null {
  const found = known.get(what);
  return found && found.until > Date.now() ? found : null;
}

/** Notes what a try has come to: null where it was done. */
export function noteOutcome(
  what: string,
  tried: Pick<Unanswered, "key" | "given">,
  failed: Failed | null,
): Unanswered | null {
  known.delete(what);
  if (!failed || !unsure.has(failed.code)) return null;
  const unanswered = { ...tried, until: Date.now() + KEPT_MS };
  known.set(what, unanswered);
  return unanswered;
}
