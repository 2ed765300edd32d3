/** How long a password that was given in a session lets its person change how they sign in. */
export const PASSWORD_FRESH_SECONDS = 5 * 60;

/** How long a request for a reset link is worth working on. */
export const RESET_REQUEST_SECONDS = 60 * 60;
