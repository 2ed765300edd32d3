import type { Failed } from "../../rpc/failure.ts";
import type { Given } from "./redeem.ts";

/** A try with an unknown outcome. */
export type Unanswered = { readonly key: string; readonly given: Given; readonly until: number };

/** About as long as a customer may wait. */
const KEPT_MS = 10 * 60_000;

/** Failures after which the redemption may still have been done. */
const unsure = new Set(["unreachable", "unexpected", "overloaded", "idempotency_key_in_use"]);

// kept outside the till's page, so that a person who returns to it can confirm the same try again
const known = new Map<string, Unanswered>();

/** The last try of this choice for this customer while its outcome is unknown; else null. */
export function findUnanswered(what: string): Unanswered | null {
  const found = known.get(what);
  return found && found.until > Date.now() ? found : null;
}

/** Records the outcome of a try: null if it was done. */
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
