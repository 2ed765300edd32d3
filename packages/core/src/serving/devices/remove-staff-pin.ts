import type { CoreContext } from "../../foundation/context.ts";
import { deleteStaffPin } from "./staff-pin.sql.ts";

/**
 * Removes the caller's own PIN. Sessions opened with it are refused from their next call on. Does nothing for
 * tokens.
 */
export async function removeStaffPin(ctx: CoreContext): Promise<void> {
  if (ctx.caller.kind === "staff") await deleteStaffPin(ctx, ctx.caller.userId);
}
