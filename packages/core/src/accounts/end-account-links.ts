import type { CoreDeps } from "../context.ts";
import { deleteLinks } from "./accounts.sql.ts";

/**
 * Deletes every PIN, reset link, trusted device and unfinished sign-in of a person. Call it after a new
 * password. Sessions that a PIN opened end too.
 */
export function endAccountLinks(deps: CoreDeps, userId: string): Promise<void> {
  return deleteLinks(deps.db, userId);
}
