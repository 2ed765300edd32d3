import type { CoreContext } from "../../context.ts";
import { type Member, type PendingInvitation, type StaffList, selectStaff } from "./members.sql.ts";

export type { Member, PendingInvitation, StaffList };

/** Returns the merchant's staff by name, and the open invitations, newest first. */
export function listStaff(ctx: CoreContext): Promise<StaffList> {
  return selectStaff(ctx);
}
