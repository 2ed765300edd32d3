import type { CoreDeps } from "../../context.ts";
import { countsOf, type SignInTry } from "./sign-in.rules.ts";
import { clearTries } from "./sign-in-counts.sql.ts";

/** Clears the counts to which `reserveSignIn` added. Call it after a right password. */
export async function forgetSignIns(deps: CoreDeps, signIn: SignInTry): Promise<void> {
  for (const { key } of countsOf(deps.secrets.fingerprint, signIn)) await clearTries(deps.db, key);
}
