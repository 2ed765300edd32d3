import type { CoreDeps } from "../../foundation/context.ts";
import { insertResetRequest } from "./accounts.sql.ts";

/**
 * Queues a request for a reset link. Does the same for every address, so that neither the response nor its
 * timing reveals whether the address is known. `workOnResets` sends the mail.
 */
export function requestReset(deps: CoreDeps, email: string): Promise<void> {
  const { db, secrets, clockOffsetMs: offsetMs } = deps;
  return insertResetRequest(db, { id: secrets.newRowId(), email: email.toLowerCase(), offsetMs });
}
