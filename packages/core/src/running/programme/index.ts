export { listLevels } from "./levels.sql.ts";
export { listPaymentMethods, type PaymentMethod } from "./payment-methods.sql.ts";
export type { ProgrammeSettings } from "./programme.rules.ts";
export { getProgramme } from "./programme.sql.ts";
export { type LevelRules, saveLevel } from "./save-level.ts";
export { savePaymentMethod } from "./save-payment-method.ts";
export { saveProgramme } from "./save-programme.ts";
