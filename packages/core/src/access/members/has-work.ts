import type { CoreDeps } from "../../context.ts";
import { findPlaceOfWork } from "./workplace.sql.ts";

/** Whether the person works for any merchant. */
export async function hasWork(deps: CoreDeps, userId: string): Promise<boolean> {
  return (await findPlaceOfWork(deps.db, userId)) !== null;
}
