import type { CoreDeps } from "../context.ts";
import { insertResetRequest } from "./accounts.store.ts";

/**
 * Queues a request for a reset link. Does the same for every address, so that neither the answer nor
 * the time it takes tells whether somebody has it; `workOnResets` sends the mail.
 */
export function requestReset(deps: CoreDeps, email: string): Promise<void> {
  const { db, secrets, clockOffsetMs: offsetMs } = deps;
  return insertResetRequest(db, { id: secrets.newRowId(), email: email.toLowerCase(), offsetMs });
}
