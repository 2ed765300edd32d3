export { type ChangePinInput, changePin } from "./change-pin.ts";
export { type CheckPinInput, checkPin } from "./check-pin.ts";
export { type CredentialState, getCredentialState } from "./get-credential-state.ts";
export { type PinLimits, type PinTries, pinMismatch, pinStanding } from "./pin.rules.ts";
export { type ResetPinInput, resetPin } from "./reset-pin.ts";
export { type ResetPinWithPasswordInput, resetPinWithPassword } from "./reset-pin-with-password.ts";
export { type SetPinInput, setPin } from "./set-pin.ts";
export { type UnblockPinInput, unblockPin } from "./unblock-pin.ts";
export { type ValidatePinInput, validatePin } from "./validate-pin.ts";
