export { listLevels } from "./levels.sql.ts";
export { type ProgrammeSettings, spentStampsChoices } from "./programme.rules.ts";
export { getProgramme } from "./programme.sql.ts";
export { type LevelRules, saveLevel } from "./save-level.ts";
export { saveProgramme } from "./save-programme.ts";
