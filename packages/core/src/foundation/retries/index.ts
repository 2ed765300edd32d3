export type { KeptOutcome } from "./types.ts";
export { keyInUse, keyReused, unlessLost, wasRefused } from "./unless-lost.sql.ts";
