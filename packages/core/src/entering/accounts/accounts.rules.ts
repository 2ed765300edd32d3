import type { Refusal } from "../../foundation/failures.ts";

/**
 * For this many seconds after a right password, a session may change the person's sign-in methods, give others
 * access, and export or erase customers.
 */
export const PASSWORD_FRESH_SECONDS = 5 * 60;

/** After this many wrong codes of the second factor in a day, the person gets a mail. */
export const CODES_BEFORE_MAIL = 5;

/** A request for a reset link is dropped after this time. */
export const RESET_REQUEST_SECONDS = 60 * 60;

/** The refusal of a call that needs a password entered recently in this session. */
export const noFreshPassword = {
  code: "fresh_password_required",
  message: "Enter your password first.",
  rule: "the password was entered in this session in the last minutes",
} as const satisfies Refusal;
