import type { CoreDeps } from "../context.ts";
import { isFileImported } from "./import.sql.ts";

/** Whether an earlier import of this file, by the SHA-256 of its bytes, created this merchant. */
export function findImportedFile(
  deps: CoreDeps,
  file: { readonly merchantId: number; readonly digest: string },
): Promise<boolean> {
  return isFileImported(deps.db, file.merchantId, file.digest);
}
