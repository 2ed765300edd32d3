export { codeKeyOf } from "../../foundation/comparing.rules.ts";
export {
  type BookingSettings,
  getBookingSettings,
  saveBookingSettings,
} from "./booking-settings.sql.ts";
export { type Desk, type DeskStore, getDesk } from "./desk.sql.ts";
export { findStore, findStoreDay, storeArm, storeDoc } from "./find-store.sql.ts";
export { getOverview, type Overview, type OverviewInput, type Totals } from "./get-overview.ts";
export { findOverlap, type Hours } from "./opening-hours.rules.ts";
export { savePolicy } from "./save-policy.ts";
export { saveSpecialDays } from "./save-special-days.sql.ts";
export { type StoreFields, saveStore } from "./save-store.ts";
export { isTimezone, type Policy } from "./settings.rules.ts";
export { getPolicy, listStores, type StoreSettings } from "./settings.sql.ts";
export { someSettings } from "./some-settings.sql.ts";
export { findWrongDay, type SpecialDay } from "./special-days.rules.ts";
export {
  checkStore,
  inactiveStore,
  mayActIn,
  otherStore,
  readStoreRef,
  unknownStore,
} from "./store.rules.ts";
export { listStoresOfCaller, type StoreListed } from "./stores-of-caller.sql.ts";
export type { StoreNow, StoreRef } from "./types.ts";
