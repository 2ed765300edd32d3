/** Whether PostgreSQL can store a text: it accepts neither a NUL nor half a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes("\0") && !/\p{Surrogate}/u.test(value);
}
