export type { KeptOutcome } from "./types.ts";
export { keyInUse, keyReused, unlessLost } from "./unless-lost.sql.ts";
