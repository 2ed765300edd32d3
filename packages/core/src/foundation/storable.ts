/**
 * Returns whether PostgreSQL can store a text. PostgreSQL accepts neither a NUL character nor half a
 * surrogate pair.
 */
export function isStorable(value: string): boolean {
  return !value.includes("\0") && !/\p{Surrogate}/u.test(value);
}
