import type { CoreContext } from "../context.ts";
import {
  type Member,
  type PendingInvitation,
  type StaffList,
  selectStaff,
} from "./members.store.ts";

export type { Member, PendingInvitation, StaffList };

/** Who works for the merchant, and who is invited to. */
export function listStaff(ctx: CoreContext): Promise<StaffList> {
  return selectStaff(ctx);
}
