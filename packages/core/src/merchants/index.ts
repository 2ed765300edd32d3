export { checkStore, mayActIn, otherStore, readStoreRef } from "./store.rules.ts";
export { clockArm, storeArm, storeDoc } from "./store.ts";
export type { StoreNow, StoreRef } from "./types.ts";
