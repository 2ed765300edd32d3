export { type ChangePasswordInput, changePassword } from "./change-password.ts";
export { type ChangePinInput, changePin } from "./change-pin.ts";
export { type CheckPinInput, checkPin } from "./check-pin.ts";
export { triesDecided } from "./deciding.store.ts";
export { type CredentialState, getCredentialState } from "./get-credential-state.ts";
export type { OtpPurpose } from "./otp.store.ts";
export {
  checkNewPassword,
  passwordMismatch,
  weakPassword,
} from "./password.rules.ts";
export { pinMismatch } from "./pin.rules.ts";
export { type RequestOtpInput, requestOtp } from "./request-otp.ts";
export { type ResetOtpLimitInput, resetOtpLimit } from "./reset-otp-limit.ts";
export { type ResetPasswordInput, resetPassword } from "./reset-password.ts";
export { type ResetPinInput, resetPin } from "./reset-pin.ts";
export { type ResetPinWithPasswordInput, resetPinWithPassword } from "./reset-pin-with-password.ts";
export { type PasswordSet, type SetPasswordInput, setPassword } from "./set-password.ts";
export { type SetPinInput, setPin } from "./set-pin.ts";
export type { TryVerdict } from "./take-try.ts";
export { DECIDING_SECONDS } from "./tries.rules.ts";
export { type UnblockPinInput, unblockPin } from "./unblock-pin.ts";
export { untilSaved } from "./until-saved.ts";
export { type ValidateMobileNumberInput, validateMobileNumber } from "./validate-mobile-number.ts";
export { type ValidatePasswordInput, validatePassword } from "./validate-password.ts";
export { type ValidatePinInput, validatePin } from "./validate-pin.ts";
