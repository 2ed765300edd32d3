/**
 * Returns a `tsquery` that matches names in which each word of a folded text begins a word. Uses at most
 * `MOST_WORDS` words. The index's words begin with the merchant's id. Each word is quoted, so PostgreSQL
 * reads no operator in the text. Null for an empty text.
 */
export function namesWith(folded: string, merchantId: number): string | null {
  const words = folded.split(" ").filter(Boolean).slice(0, MOST_WORDS);
  if (!words.length) return null;
  const quoted = words.map(
    (word) => `'${`${merchantId}.${word}`.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`,
  );
  return quoted.join(" & ");
}

const MOST_WORDS = 8;
