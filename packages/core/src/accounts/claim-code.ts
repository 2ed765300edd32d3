import type { CoreDeps } from "../context.ts";
import { claimTotpStep } from "./accounts.sql.ts";

/**
 * Uses up an authenticator's code by its 30-second step. Returns false if that step or a later one was
 * used before: of several calls with one code, one gets true.
 */
export function claimCode(
  deps: CoreDeps,
  { factorId, step }: { readonly factorId: string; readonly step: number },
): Promise<boolean> {
  return claimTotpStep(deps.db, factorId, step);
}
