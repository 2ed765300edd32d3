import type { CoreDeps } from "../context.ts";
import { reserveSignInTry } from "./staff.store.ts";

/** Wrong passwords in a row that cost nothing, and the longest wait after them. */
const FREE = 10;
const LONGEST_SECONDS = 60;

/**
 * Counts a person's sign-in before the password is looked at, from wherever it comes. Returns the
 * seconds to wait where there were too many in a row, else null. `forgetSignIns` clears the count.
 */
export async function reserveSignIn(deps: CoreDeps, email: string): Promise<number | null> {
  const early = await reserveSignInTry(deps.db, {
    key: `sign-in ${deps.secrets.fingerprint(email.toLowerCase())}`,
    free: FREE,
    longest: LONGEST_SECONDS,
    offsetMs: deps.clockOffsetMs,
  });
  return early && Math.max(1, Math.ceil(early.secondsLeft));
}
