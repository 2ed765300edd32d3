import type { CoreDeps } from "../../../foundation/context.ts";
import { reserveTries } from "./sign-in-counts.sql.ts";
import { countsOf, type SecretTry } from "./tries.rules.ts";

/**
 * Counts a try before the secret is checked. Returns null, or the seconds to wait after too many wrong tries
 * in a row. A try that must wait is not counted. `forgetTries` clears the counts.
 */
export async function reserveTry(deps: CoreDeps, secretTry: SecretTry): Promise<number | null> {
  const counts = countsOf(deps.secrets.fingerprint, secretTry);
  const seconds = await reserveTries(deps.db, counts, deps.clockOffsetMs);
  return seconds === null ? null : Math.max(1, Math.ceil(seconds));
}
