/**
 * Returns the form in which codes are stored and looked up, because codes are compared without case. The
 * process converts typed codes: in SQL, the capitals of letters beyond ASCII depend on the database's locale.
 * Generated codes are in capitals already.
 */
export function codeKeyOf(code: string): string {
  return code.toUpperCase();
}
