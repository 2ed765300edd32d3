/**
 * The header in which the console sends the secret that it shares with the API. If the secret is right, the
 * API trusts the browser's address and protocol in `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
export const CONSOLE_HOP = "x-stampbook-console";
