/** What a text may mean of a booking; null is nothing of the kind. */
export type BookingSearch = {
  readonly id: number | null;
  /** Digits that stand in its phone number. */
  readonly phone: string | null;
  /** A part of who asked, or of the matched customer's name. */
  readonly words: string | null;
};

const FEWEST_DIGITS = 4;
/** The same number is written with its country's code, with a zero instead, or with neither. */
const TELLING_DIGITS = 8;
const FEWEST_LETTERS = 2;

/** Reads a text that somebody looks for a booking by; few digits are a booking's number alone. */
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
