/** 32 random hex digits show fewer in one key of five billion. */
const FEWEST_CHARACTERS = 7;

/**
 * Why a secret key is too easy to guess, or null. Looks for what no random key has: few different
 * characters, a part that repeats, or neighbours in order as in `abcdef`.
 */
export function weaknessOf(key: string): string | null {
  const characters = [...key];
  const different = new Set(characters).size;
  if (different < FEWEST_CHARACTERS)
    return `has only ${different} different characters (${FEWEST_CHARACTERS} or more are expected)`;
  if (isRepeated(key)) return "repeats itself";
  const inOrder = characters.filter((one, at) => isNext(characters[at - 1], one)).length;
  return inOrder * 2 > characters.length ? "is mostly characters in order" : null;
}

/** Whether a text is one part over and over: it is found again within itself, doubled. */
const isRepeated = (text: string) =>
  [...Array(Math.floor(text.length / 2)).keys()].some((at) =>
    text.slice(at + 1).startsWith(text.slice(0, text.length - at - 1)),
  );

const isNext = (before: string | undefined, one: string) =>
  before !== undefined && Math.abs((before.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)) <= 1;
