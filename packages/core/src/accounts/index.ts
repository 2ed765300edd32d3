export type { FactorChange } from "./account-mail.rules.ts";
export { claimCode } from "./claim-code.ts";
export { endAccountLinks } from "./end-account-links.ts";
export { hasFreshPassword } from "./has-fresh-password.ts";
export { mailFactorChange } from "./mail-factor-change.ts";
export { notePasswordCheck } from "./note-password-check.ts";
export { requestReset } from "./request-reset.ts";
export { workOnResets } from "./work-on-resets.ts";
