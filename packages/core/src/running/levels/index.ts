export { endLevels } from "./end-levels.ts";
export { fall, insertLevelChanges, raise } from "./raised.sql.ts";
export { spendingThatKeeps } from "./spending-that-keeps.sql.ts";
