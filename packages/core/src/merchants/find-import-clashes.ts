import type { CoreDeps } from "../context.ts";
import { type ImportClaims, type ImportClashes, selectClashes } from "./import.store.ts";

/** What of a file the database holds already, or does not know at all; asked before anything is written. */
export function findImportClashes(deps: CoreDeps, claims: ImportClaims): Promise<ImportClashes> {
  return selectClashes(deps.db, claims);
}
