/**
 * The console's calls to the API carry their shared secret in this header. With it the API trusts the
 * browser's address and protocol in `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
export const CONSOLE_HOP = "x-stampbook-console";
