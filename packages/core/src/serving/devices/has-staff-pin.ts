import type { CoreContext } from "../../foundation/context.ts";
import { findStaffPin } from "./staff-pin.sql.ts";

/** Returns whether the caller has a PIN for the merchant's shared devices. False for tokens. */
export async function hasStaffPin({ db, caller }: CoreContext): Promise<boolean> {
  return caller.kind === "staff" && findStaffPin(db, caller.merchant.id, caller.userId);
}
