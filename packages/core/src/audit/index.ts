export type { DatabaseState } from "./database.store.ts";
export { forgetOldRows } from "./forget-old-rows.ts";
export { readDatabase } from "./read-database.ts";
export { recordRefusal } from "./record-refusal.ts";
export { runAudit } from "./run-audit.ts";
export type { BrokenInvariant, RefusedCall } from "./types.ts";
