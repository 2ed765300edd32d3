/** For this many seconds after a right password, a session may change the person's sign-in methods. */
export const PASSWORD_FRESH_SECONDS = 5 * 60;

/** A request for a reset link is dropped after this time. */
export const RESET_REQUEST_SECONDS = 60 * 60;
