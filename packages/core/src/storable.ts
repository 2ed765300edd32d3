/** Whether a text can be kept: PostgreSQL takes neither a NUL nor half a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes("\0") && !/\p{Surrogate}/u.test(value);
}
