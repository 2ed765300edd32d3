/**
 * Returns the form in which codes are stored and looked up: in capitals, because codes are compared without
 * case. The conversion is not done in SQL, because the result of `upper` for letters beyond ASCII depends on
 * the database's locale. Generated codes are in capitals already.
 */
export function codeKeyOf(code: string): string {
  return code.toUpperCase();
}
