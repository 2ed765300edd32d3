import type { CoreDeps } from "../../../foundation/context.ts";
import { clearTries } from "./sign-in-counts.sql.ts";
import { countsOf, type SecretTry } from "./tries.rules.ts";

/** Clears the counts to which `reserveTry` added. Call it after a right secret. */
export async function forgetTries(deps: CoreDeps, secretTry: SecretTry): Promise<void> {
  for (const { key } of countsOf(deps.secrets.fingerprint, secretTry))
    await clearTries(deps.db, key);
}
