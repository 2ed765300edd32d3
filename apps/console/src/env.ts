/** Read at every call: a build must not keep the address that it happened to see. */
export function apiUrl(): string {
  return process.env.API_URL || "http://127.0.0.1:4000";
}

/** What proves to the API that a call was passed on by this console; empty where none is set. */
export function consoleSecret(): string {
  return process.env.CONSOLE_SECRET ?? "";
}
