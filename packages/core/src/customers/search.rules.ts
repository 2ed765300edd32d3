/**
 * Names with a word beginning like each word of the text, as a `tsquery` over words that carry their
 * merchant; null where nothing is asked. Nothing in the text is an operator: each word is quoted.
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
