import type { CoreDeps } from "../context.ts";
import { type ImportClaims, type ImportClashes, selectClashes } from "./import.sql.ts";

/**
 * Returns the ids and token hashes of a file that are already in the database, and the time zones that
 * PostgreSQL does not know. Call it before the import writes.
 */
export function findImportClashes(deps: CoreDeps, claims: ImportClaims): Promise<ImportClashes> {
  return selectClashes(deps.db, claims);
}
