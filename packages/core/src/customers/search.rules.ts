/** Patterns of `like`, for names that are lower-cased. */
export type NamePatterns = { readonly start: string; readonly within: string };

/** Names that begin with the text, or hold a word that does; null where nothing is asked. */
export function namePatterns(text: string): NamePatterns | null {
  const literal = text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, "\\$&");
  return literal ? { start: `${literal}%`, within: `% ${literal}%` } : null;
}
