export { findMerchant } from "./export.sql.ts";
export { type ExportPart, exportMerchant } from "./export-merchant.ts";
export {
  firstLevel,
  type Moved,
  type MovedBatch,
  type MovedKind,
  type MovedLot,
  type MovedMerchant,
} from "./import.rules.ts";
export {
  findImportClashes,
  findImportedFile,
  type ImportClaims,
  type ImportClashes,
} from "./import.sql.ts";
export { importMerchant, type MerchantImported } from "./import-merchant.ts";
