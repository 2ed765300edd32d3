import type { CoreContext } from "../../context.ts";
import { type Member, type PendingInvitation, type StaffList, selectStaff } from "./members.sql.ts";

export type { Member, PendingInvitation, StaffList };

/** The merchant's staff, and open invitations. */
export function listStaff(ctx: CoreContext): Promise<StaffList> {
  return selectStaff(ctx);
}
