import type { CoreDeps } from "../../context.ts";
import { findWorkplace } from "./workplace.sql.ts";

/** Whether the person works for any merchant. */
export async function hasWork(deps: CoreDeps, userId: string): Promise<boolean> {
  return (await findWorkplace(deps.db, userId)) !== null;
}
