import type { CoreDeps } from "../../context.ts";
import { countsOf, type SignInTry } from "./sign-in.rules.ts";
import { clearTries } from "./sign-in-counts.sql.ts";

/** Clears the counts of a person's sign-in, after the right password. */
export async function forgetSignIns(deps: CoreDeps, signIn: SignInTry): Promise<void> {
  for (const { key } of countsOf(deps.secrets.fingerprint, signIn)) await clearTries(deps.db, key);
}
