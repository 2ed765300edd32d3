import type { CoreDeps } from "../../context.ts";
import { countsOf, type SignInTry } from "./sign-in.rules.ts";
import { reserveSignInTries } from "./sign-in-counts.sql.ts";

/**
 * Counts a person's sign-in before the password is checked. Returns null, or the seconds to wait after too
 * many wrong passwords in a row. A sign-in that must wait is not counted. `forgetSignIns` clears the counts.
 */
export async function reserveSignIn(deps: CoreDeps, signIn: SignInTry): Promise<number | null> {
  const counts = countsOf(deps.secrets.fingerprint, signIn);
  const seconds = await reserveSignInTries(deps.db, counts, deps.clockOffsetMs);
  return seconds === null ? null : Math.max(1, Math.ceil(seconds));
}
