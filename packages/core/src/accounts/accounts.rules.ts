/** How long a password confirmed in a session allows changes of sign-in methods. */
export const PASSWORD_FRESH_SECONDS = 5 * 60;

/** How long a request for a reset link is useful. */
export const RESET_REQUEST_SECONDS = 60 * 60;
