import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder of the embedded database's own files, inside the directory in the settings. */
export const databaseFolder = (directory: string): string => join(directory, "database");

/**
 * Returns whether a directory has an embedded database. Other files, such as the secret key or a lock, may be
 * there without one. PGlite too looks for this file before it creates a database.
 */
export function hasEmbeddedDatabase(directory: string): boolean {
  return existsSync(join(databaseFolder(directory), "PG_VERSION"));
}
