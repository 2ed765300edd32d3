import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { setInvitationRevoked } from "./invitations.sql.ts";

/** Revokes an invitation, so that its link is no longer valid. Refuses one that is not open. */
export async function revokeInvitation(ctx: CoreContext, id: string): Promise<void> {
  if (await setInvitationRevoked(ctx, id)) return;
  throw new Failure({ code: "invalid", field: "id", message: "This invitation is not open." });
}
