/** Letters, digits and the underscore, in lower case. */
const WORD = "a-z0-9_\\u00c0-\\u1fff";
/** A control character as JSON writes it in a string, such as `\n`. */
const ESCAPE = "\\\\(u[0-9a-f]{4}|[bfnrt])";

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * Returns a regular expression of PostgreSQL that finds an email address in a lower-cased text or JSON
 * document. Does not match inside a longer address: `rani@x.co`, `o'ani@x.co` and `ani@x.co.id` do not quote
 * `ani@x.co`. A sentence may end with the address, and quotes may enclose it.
 */
export function mentionOfEmail(email: string): string {
  // `.'+-` belong to an address only between words
  const before = `(^|[^${WORD}.'+-]|${ESCAPE})[.'+-]*`;
  const after = `[.-]*($|[^${WORD}.-])`;
  return before + literally(email.toLowerCase()) + after;
}

/**
 * Returns a regular expression of PostgreSQL that finds an E.164 number in a text or JSON document. Does
 * not match inside a number with more digits.
 */
export function mentionOfNumber(number: string): string {
  return `(^|[^0-9]|${ESCAPE})${literally(number)}($|[^0-9])`;
}
