/**
 * The form in which a code is stored and looked up, because codes compare without case. Typed codes are
 * converted here and not in SQL, where capitals beyond ASCII depend on the database's locale. Generated codes
 * are in capitals already.
 */
export function codeKeyOf(code: string): string {
  return code.toUpperCase();
}
