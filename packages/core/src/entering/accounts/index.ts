export type { FactorChange } from "./account-mail.rules.ts";
export {
  claimCode,
  endAccountLinks,
  hasFreshPassword,
  notePasswordCheck,
  readPasswordWords,
  requestReset,
} from "./accounts.sql.ts";
export { mailFactorChange } from "./mail-person.ts";
export { noteWrongCode } from "./note-wrong-code.ts";
export { requireFreshPassword } from "./require-fresh-password.ts";
export { workOnResets } from "./work-on-resets.ts";
