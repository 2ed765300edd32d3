/** A JSON object that was sent. */
export type Sent = Readonly<Record<string, unknown>>;

/** Whether a JSON value that was sent is an object. */
export function isObject(value: unknown): value is Sent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value counts as absent: missing, null, empty, or blanks alone. */
export function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === "string" && !value.trim());
}
