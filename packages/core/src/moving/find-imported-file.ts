import type { CoreDeps } from "../context.ts";
import { isFileImported } from "./import.sql.ts";

/**
 * Returns whether an earlier import of the same file created this merchant. `digest` is the SHA-256 of the
 * file.
 */
export function findImportedFile(
  deps: CoreDeps,
  file: { readonly merchantId: number; readonly digest: string },
): Promise<boolean> {
  return isFileImported(deps.db, file.merchantId, file.digest);
}
