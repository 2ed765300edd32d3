export { changePin } from "./change-pin.ts";
export { type CheckPinInput, checkPin } from "./check-pin.ts";
export { type CredentialState, getCredentialState } from "./get-credential-state.ts";
export { type PinLimits, type PinTries, pinMismatch, pinStanding } from "./pin.rules.ts";
export { resetPin } from "./reset-pin.ts";
export { resetPinWithPassword } from "./reset-pin-with-password.ts";
export { setPin } from "./set-pin.ts";
export { unblockPin } from "./unblock-pin.ts";
export { validatePin } from "./validate-pin.ts";
