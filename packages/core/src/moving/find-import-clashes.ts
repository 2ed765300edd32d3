import type { CoreDeps } from "../context.ts";
import { type ImportClaims, type ImportClashes, selectClashes } from "./import.sql.ts";

/**
 * Values of a file that already exist in the database, or that it does not know; checked before
 * anything is written.
 */
export function findImportClashes(deps: CoreDeps, claims: ImportClaims): Promise<ImportClashes> {
  return selectClashes(deps.db, claims);
}
