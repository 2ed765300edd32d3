export type { FactorChange } from "./account-mail.rules.ts";
export {
  endAccountLinks,
  hasFreshPassword,
  notePasswordCheck,
  readPasswordWords,
} from "./accounts.sql.ts";
export { claimCode } from "./claim-code.ts";
export { mailFactorChange } from "./mail-factor-change.ts";
export { noteWrongCode } from "./note-wrong-code.ts";
export { requestReset } from "./request-reset.ts";
export { requireFreshPassword } from "./require-fresh-password.ts";
export { workOnResets } from "./work-on-resets.ts";
