export { wasRefused } from "./errors.sql.ts";
export { keyInUse, keyReused } from "./refusals.rules.ts";
export type { KeptOutcome } from "./types.ts";
export { unlessLost } from "./unless-lost.ts";
