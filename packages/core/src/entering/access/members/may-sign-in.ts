import type { CoreDeps } from "../../../foundation/context.ts";
import { findWorkplace, hasOpenInvitation } from "./workplace.sql.ts";

/**
 * Whether the person may sign in: they work for a merchant, or are invited by one, and must accept the
 * invitation in a session of their own.
 */
export async function maySignIn(deps: CoreDeps, userId: string): Promise<boolean> {
  if ((await findWorkplace(deps.db, userId)) !== null) return true;
  return hasOpenInvitation(deps.db, userId, deps.clockOffsetMs);
}
