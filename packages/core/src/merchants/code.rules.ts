/**
 * What a code is kept and found by, because codes compare without case. What people wrote goes this
 * way and not by SQL, where capitals beyond ASCII depend on the database's locale; the codes that
 * the service makes are capitals already.
 */
export function codeKeyOf(code: string): string {
  return code.toUpperCase();
}
