import { passwordForms } from "@stampbook/core/comparing";
import type { CoreDeps } from "@stampbook/core/context";

/**
 * Returns the functions by which better-auth hashes and verifies passwords. A sign-in hashes the password for
 * an unknown address, and verifies it for a known one. Both can be refused, and both do the work for each form
 * of the password: otherwise a full queue or the response time would reveal which addresses are known.
 */
export function passwordHashes({ secrets }: Pick<CoreDeps, "secrets">) {
  return {
    hash: async (password: string) => {
      for (const _ of passwordForms(password).slice(1)) await secrets.verifyNothing();
      return secrets.hashPassword(password, "refusable");
    },
    verify: async ({ hash, password }: { readonly hash: string; readonly password: string }) => {
      for (const form of passwordForms(password))
        if (await secrets.verifyPassword(hash, form)) return true;
      return false;
    },
  };
}
