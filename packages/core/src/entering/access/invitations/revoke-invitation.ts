import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { setInvitationRevoked } from "./invitations.sql.ts";

/**
 * Revokes an invitation. Its link is then invalid. Refuses an unknown invitation, and one that was accepted
 * or revoked before.
 */
export async function revokeInvitation(ctx: CoreContext, id: string): Promise<void> {
  if (await setInvitationRevoked(ctx, id)) return;
  throw new Failure({ code: "invalid", field: "id", message: "This invitation is not open." });
}
