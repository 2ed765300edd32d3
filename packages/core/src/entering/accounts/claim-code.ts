import type { CoreDeps } from "../../foundation/context.ts";
import { claimTotpStep } from "./accounts.sql.ts";

/**
 * Marks an authenticator's code as used, by its 30-second step. Returns false if this step or a later one was
 * used before. Of several calls with one code, only one returns true.
 */
export function claimCode(
  deps: CoreDeps,
  { factorId, step }: { readonly factorId: string; readonly step: number },
): Promise<boolean> {
  return claimTotpStep(deps.db, factorId, step);
}
