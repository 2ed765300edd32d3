export { keyedBy } from "./keyed-by.ts";
export { changedOrRefuse, type KeptOutcome, keptArm, keyArm, keyed } from "./keys.store.ts";
export { type Giving, once } from "./once.ts";
export { keyInUse, keyReused } from "./refusals.rules.ts";
export { replay } from "./replay.ts";
export type { Keyed } from "./types.ts";
export { unlessLost } from "./unless-lost.ts";
