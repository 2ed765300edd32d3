/** The possible meanings of a search text. A field is null if the text cannot have its meaning. */
export type BookingSearch = {
  readonly id: number | null;
  /** At most the last 8 digits of a phone number. */
  readonly phone: string | null;
  /** A part of the guest's email, Member ID or name (`claim`), or of the matched customer's name. */
  readonly words: string | null;
};

const FEWEST_DIGITS = 4;
/**
 * Of a phone number in a search text, only the last digits are searched. These do not depend on a country
 * code or a leading zero.
 */
const TELLING_DIGITS = 8;
const FEWEST_LETTERS = 2;

/** Reads a search text. A text of fewer than four digits can only be a booking's id. */
export function readBookingSearch(text: string): BookingSearch {
  const wanted = text.trim();
  const number = /^#?([1-9][0-9]{0,14})$/.exec(wanted)?.[1];
  const digits = /^[+0-9\s()./-]+$/.test(wanted) ? wanted.replace(/[^0-9]/g, "") : null;
  const isShort = digits !== null && digits.length < FEWEST_DIGITS;
  const isNumber = wanted.startsWith("#");
  return {
    id: number === undefined ? null : Number(number),
    phone: digits === null || isShort ? null : digits.slice(-TELLING_DIGITS),
    words: isShort || isNumber || wanted.length < FEWEST_LETTERS ? null : wanted,
  };
}
