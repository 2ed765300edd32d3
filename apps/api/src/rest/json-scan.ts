/** How deeply lists and objects of a body may be nested. */
export const DEEPEST = 64;

const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END, COMMA] = [
  ...Buffer.from('"\\[]{},'),
] as readonly number[];

export type ScanLimits = {
  /** The most values in all lists and objects together. */
  readonly values: number;
  readonly deepest?: number;
};

/**
 * Whether a JSON text is nested too deeply or has too many values; null if neither. To be called before
 * parsing: a thousand members of objects take a hundred times as long to parse as their bytes in one string,
 * and code that reads a deep value may recurse once per level. Stops at the first byte that is too much.
 */
export function scanJson(
  text: Buffer,
  { values, deepest = DEEPEST }: ScanLimits,
): "too deep" | "too many" | null {
  let depth = 0;
  let commas = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) {
      // each value but the first of a list or an object follows a comma
      if (++commas >= values) return "too many";
    } else if (byte === LIST || byte === OBJECT) {
      if (++depth > deepest) return "too deep";
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
  }
  return null;
}
