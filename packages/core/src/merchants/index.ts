export { codeKeyOf } from "./code.rules.ts";
export { type ExportPart, exportMerchant } from "./export-merchant.ts";
export { findImportClashes } from "./find-import-clashes.ts";
export { findImportedFile } from "./find-imported-file.ts";
export { findMerchant } from "./find-merchant.ts";
export { type Desk, type DeskStore, getDesk } from "./get-desk.ts";
export { getOverview, type Overview, type OverviewInput, type Totals } from "./get-overview.ts";
export { getPolicy, type Policy } from "./get-policy.ts";
export {
  firstLevel,
  type Moved,
  type MovedBatch,
  type MovedKind,
  type MovedMerchant,
  type TokenVerifier,
} from "./import.rules.ts";
export type { ImportClaims, ImportClashes } from "./import.store.ts";
export { importMerchant, type MerchantImport, type MerchantImported } from "./import-merchant.ts";
export { listStores, type StoreSettings } from "./list-stores.ts";
export { findOverlap, type Hours } from "./opening-hours.rules.ts";
export { savePolicy } from "./save-policy.ts";
export { type StoreFields, saveStore } from "./save-store.ts";
export { isTimezone } from "./settings.rules.ts";
export { checkStore, mayActIn, otherStore, readStoreRef } from "./store.rules.ts";
export { storeArm, storeDoc } from "./store.ts";
export type { StoreNow, StoreRef } from "./types.ts";
