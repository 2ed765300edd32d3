import type { CoreDeps } from "../context.ts";
import { type ImportClaims, type ImportClashes, selectClashes } from "./import.sql.ts";

/**
 * The ids and token hashes of a file that the database already has, and the time zones that the database
 * does not know. Call it before anything is written.
 */
export function findImportClashes(deps: CoreDeps, claims: ImportClaims): Promise<ImportClashes> {
  return selectClashes(deps.db, claims);
}
