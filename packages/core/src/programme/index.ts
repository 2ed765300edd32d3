export { getProgramme } from "./get-programme.ts";
export { listLevels } from "./list-levels.ts";
export { listPaymentMethods } from "./list-payment-methods.ts";
export type { PaymentMethod } from "./payment-methods.sql.ts";
export type { ProgrammeSettings } from "./programme.rules.ts";
export { type LevelRules, saveLevel } from "./save-level.ts";
export { savePaymentMethod } from "./save-payment-method.ts";
export { saveProgramme } from "./save-programme.ts";
