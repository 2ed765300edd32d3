export { type ExportPart, exportMerchant } from "./export-merchant.ts";
export { findImportClashes } from "./find-import-clashes.ts";
export { findImportedFile } from "./find-imported-file.ts";
export { findMerchant } from "./find-merchant.ts";
export {
  firstLevel,
  type Moved,
  type MovedBatch,
  type MovedKind,
  type MovedLot,
  type MovedMerchant,
  type TokenVerifier,
} from "./import.rules.ts";
export type { ImportClaims, ImportClashes } from "./import.sql.ts";
export { importMerchant, type MerchantImport, type MerchantImported } from "./import-merchant.ts";
