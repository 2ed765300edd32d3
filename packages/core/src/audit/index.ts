export { forgetOldRows } from "./forget-old-rows.ts";
export { recordRefusal } from "./record-refusal.ts";
export type { RefusedCall } from "./types.ts";
