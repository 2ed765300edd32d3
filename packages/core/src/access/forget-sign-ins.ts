import type { CoreDeps } from "../context.ts";
import { clearTries } from "./staff.store.ts";

/** Clears a person's count of sign-ins, after the right password. */
export function forgetSignIns(deps: CoreDeps, email: string): Promise<void> {
  return clearTries(deps.db, `sign-in ${deps.secrets.fingerprint(email.toLowerCase())}`);
}
