/**
 * A `tsquery` for names in which each word of the text starts a word. The words of the index begin with the
 * merchant's id. Null for an empty text. Each word is quoted, so nothing in the text is an operator.
 */
export function namesWith(text: string, merchantId: number): string | null {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (!words.length) return null;
  const quoted = words.map(
    (word) => `'${`${merchantId}.${word}`.replaceAll("\\", "\\\\").replaceAll("'", "''")}':*`,
  );
  return quoted.join(" & ");
}

const MOST_WORDS = 8;
