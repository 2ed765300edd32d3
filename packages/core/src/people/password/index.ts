export { changePassword } from "./change-password.ts";
export { checkPassword } from "./check-password.ts";
export { checkNewPassword, passwordMismatch } from "./password.rules.ts";
export { resetPassword } from "./reset-password.ts";
export { type PasswordSet, setPassword } from "./set-password.ts";
export { validatePassword } from "./validate-password.ts";
