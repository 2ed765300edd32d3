/**
 * The console's calls to the API carry the secret that both share in this header. With it the API
 * believes the browser's address and protocol in `X-Forwarded-For` and `X-Forwarded-Proto`.
 */
export const CONSOLE_HOP = "x-stampbook-console";
