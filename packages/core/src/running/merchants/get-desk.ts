import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { type Desk, type DeskStore, selectDesk } from "./desk.sql.ts";

export type { Desk, DeskStore };

/**
 * Returns the calling person, the person's merchants, and the stores in which the person may act. Throws
 * `permission_denied` for a caller who is not staff.
 */
export async function getDesk(ctx: CoreContext): Promise<Desk> {
  const { caller } = ctx;
  const found = caller.kind === "staff" ? await selectDesk(ctx, caller.userId) : null;
  if (!found) throw new Failure({ code: "permission_denied", message: "This is for staff alone." });
  return found;
}
