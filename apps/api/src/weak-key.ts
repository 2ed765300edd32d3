/**
 * A key needs at least this number of different characters. Of random keys of 32 hex digits, one in five
 * billion has fewer.
 */
const FEWEST_CHARACTERS = 7;

/**
 * The largest allowed share of characters that equal the previous character or are its neighbor, as in
 * `abc`. Of random keys of 32 hex digits, fewer than one in 10^13 exceeds it.
 */
const MOST_IN_ORDER = 0.75;

/**
 * Returns why a secret key is too easy to guess, or null. Looks for few different characters, a repeated
 * part, and neighbors in order as in `abcdef`. Random keys almost never have any of these.
 */
export function weaknessOf(key: string): string | null {
  const characters = [...key];
  const different = new Set(characters).size;
  if (different < FEWEST_CHARACTERS)
    return `has only ${different} different characters (${FEWEST_CHARACTERS} or more are expected)`;
  if (isRepeated(key)) return "repeats itself";
  const inOrder = characters.filter((one, at) => isNext(characters[at - 1], one)).length;
  return inOrder > characters.length * MOST_IN_ORDER ? "is mostly characters in order" : null;
}

/** Whether a text repeats one part. Such a text equals itself when shifted by the length of that part. */
const isRepeated = (text: string) =>
  [...Array(Math.floor(text.length / 2)).keys()].some((at) =>
    text.slice(at + 1).startsWith(text.slice(0, text.length - at - 1)),
  );

const isNext = (before: string | undefined, one: string) =>
  before !== undefined && Math.abs((before.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)) <= 1;
