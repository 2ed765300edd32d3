export { codeKeyOf } from "./code.rules.ts";
export { type Desk, type DeskStore, getDesk } from "./get-desk.ts";
export { getOverview, type Overview, type OverviewInput, type Totals } from "./get-overview.ts";
export { getPolicy, type Policy } from "./get-policy.ts";
export { listStores, type StoreSettings } from "./list-stores.ts";
export { storeArm, storeDoc } from "./merchant.sql.ts";
export { findOverlap, type Hours } from "./opening-hours.rules.ts";
export {
  getProgramme,
  type LevelRules,
  listLevels,
  listPaymentMethods,
  type PaymentMethod,
  type ProgrammeSettings,
  saveLevel,
  savePaymentMethod,
  saveProgramme,
} from "./programme/index.ts";
export { savePolicy } from "./save-policy.ts";
export { type StoreFields, saveStore } from "./save-store.ts";
export { isTimezone } from "./settings.rules.ts";
export { checkStore, mayActIn, otherStore, readStoreRef } from "./store.rules.ts";
export type { StoreNow, StoreRef } from "./types.ts";
