import type { CoreDeps } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { findInvitation } from "./find-invitation.sql.ts";
import { checkInvitation, type Invitation } from "./invitation.rules.ts";

export type { Invitation };

/**
 * Returns the open invitation of a link's secret. Refuses an unknown link, and an invitation that was
 * accepted or revoked or has expired.
 */
export async function getInvitation(deps: CoreDeps, secret: string): Promise<Invitation> {
  const hash = deps.secrets.hashToken(secret);
  const invitation = await findInvitation(deps.db, hash, deps.clockOffsetMs);
  const refusal = checkInvitation(invitation);
  if (refusal) throw new Failure(refusal);
  if (!invitation) throw new TypeError("a checked invitation is there");
  return invitation;
}
