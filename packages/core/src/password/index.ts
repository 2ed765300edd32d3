export { type ChangePasswordInput, changePassword } from "./change-password.ts";
export { checkPassword } from "./check-password.ts";
export { checkNewPassword, passwordMismatch, weakPassword } from "./password.rules.ts";
export { type ResetPasswordInput, resetPassword } from "./reset-password.ts";
export { type PasswordSet, type SetPasswordInput, setPassword } from "./set-password.ts";
export { type ValidatePasswordInput, validatePassword } from "./validate-password.ts";
