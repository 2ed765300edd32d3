/** How deeply lists and objects of a body may be nested. */
export const DEEPEST = 64;

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [
  ...Buffer.from('"\\[]{}'),
] as readonly number[];

/**
 * Whether a JSON text is nested more deeply than allowed. Checked before parsing, because code that
 * reads such a value may recurse once per level.
 */
export function isTooDeep(text: Buffer, deepest = DEEPEST): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === LIST || byte === OBJECT) {
      if (++depth > deepest) return true;
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
  }
  return false;
}
