import { forms, mostOf, SHORTEST_SEARCH, withTwoPlaces } from "@stampbook/core/limits";
import { type Described, named, Problem, type Reader } from "./reading.ts";
import { groupedThousands, ofWholeUnits } from "./sale/whole-units.ts";
import { textProblem } from "./text.ts";

/** Numbers may be strings, also with blanks around them or trailing zeros. */
export type NumberSent = number | string;

/** The schema of a number that may also be sent as a text. */
export const orText = (number: Described): Described => ({
  anyOf: [
    number,
    {
      type: "string",
      pattern: number.type === "integer" ? "^[+-]?[0-9]+([.]0+)?$" : "^[+-]?[0-9]+([.][0-9]*)?$",
    },
  ],
});

/** A whole number within bounds: JSON number or numeric string. */
export function wholeNumber(least: number, most: number): Reader<number, NumberSent> {
  const expected = new Problem("invalid", `A whole number from ${least} to ${most} is expected.`);
  return {
    described: orText({ type: "integer", minimum: least, maximum: most }),
    trims: true,
    read: (value) => {
      const number = toInteger(value);
      return number !== null && number >= least && number <= most ? number : expected;
    },
  };
}

/** The description of a page's length. */
export const perPage = "How many are shown at a time.";

const price = wholeNumber(0, mostOf.stamps);

/** The price of a flexible reward. Tills send 0 for a fixed reward, so 0 counts as absent. */
export const stampsGiven: Reader<number | null, NumberSent> = {
  ...named(
    "FlexiblePrice",
    "The price of one flexible reward in stamps. Needed for those, and 0 or absent for others.",
    price,
  ),
  read: (value) => {
    const stamps = price.read(value);
    return stamps === 0 ? null : stamps;
  },
};

const idExpected = new Problem("invalid", "A whole number above zero is expected.");

/** A primary key: JSON number or numeric string, above zero and below 2^53. */
export const id: Reader<number, NumberSent> = {
  described: {
    id: "Id",
    ...orText({ type: "integer", minimum: 1 }),
  },
  trims: true,
  read: (value) => {
    const number = toInteger(value);
    return number !== null && number > 0 ? number : idExpected;
  },
};

/** The schema of a text, for which a whole number may be sent. */
const textOrNumber: Described = {
  anyOf: [
    { type: "string", maxLength: mostOf.code },
    { type: "integer", minimum: 0 },
  ],
};

const nameExpected = new Problem("invalid", "A string or a whole number above zero is expected.");

/**
 * A customer, a store or a reward's code, as a number or a text. A number stays a number, because look-ups
 * may read it differently from the same digits in a string.
 */
export const reference: Reader<number | string, number | string> = {
  described: textOrNumber,
  trims: true,
  read: (value) => {
    if (typeof value === "number")
      return Number.isSafeInteger(value) && value > 0 ? value : nameExpected;
    return typeof value === "string" ? readTrimmed(value) : nameExpected;
  },
};

/** A customer. */
export const userRef = named(
  "UserReference",
  "The customer: email, Member ID, mobile number or id. A JSON number is an id first, then a Member ID.",
  reference,
);

/** A store. */
export const storeRef = named(
  "StoreReference",
  "The store: its id or its code. Digits are an id first, then a code.",
  reference,
);

/**
 * The id or code of a row. A number, or a string of digits, is looked up as an id, then as a code. Any other
 * string is a code, and so are digits that begin with a zero, because nobody writes an id like that.
 */
export const idOrCode: Reader<number | string, number | string> = {
  ...named("IdOrCode", "An id or a code. Digits are an id first, then a code.", reference),
  read: (value) => {
    const number = toInteger(value);
    const isId = number !== null && number > 0 && !String(value).trim().startsWith("0");
    return isId ? number : reference.read(value);
  },
};

const codeExpected = new Problem("invalid", "A string or a whole number is expected.");

/** A code, invoice number or request id: a string, or a JSON number, which is read as its digits. */
export const code: Reader<string, number | string> = {
  described: {
    id: "Code",
    ...textOrNumber,
  },
  trims: true,
  read: (value) => {
    if (typeof value === "number")
      return Number.isSafeInteger(value) && value >= 0 ? String(value) : codeExpected;
    return typeof value === "string" ? readTrimmed(value) : codeExpected;
  },
};

export const invoiceNumber = named("InvoiceNumber", "The POS's invoice number.", code);

export const requestId = named(
  "RequestId",
  "The request that the customer's PIN authorized. Needed if the merchant requires PINs.",
  code,
);

const longerExpected = new Problem(
  "invalid",
  `At least ${SHORTEST_SEARCH} characters are expected.`,
);

/** A text to search for: like a code, and not too short. */
export const searchText: Reader<string, number | string> = {
  described: {
    anyOf: [
      { type: "string", minLength: SHORTEST_SEARCH, maxLength: mostOf.code },
      { type: "integer", minimum: 10 ** (SHORTEST_SEARCH - 1) },
    ],
  },
  trims: true,
  read: (value) => {
    const text = code.read(value);
    return typeof text === "string" && [...text].length < SHORTEST_SEARCH ? longerExpected : text;
  },
};

export const stringExpected = new Problem("invalid", "A string is expected.");

/** A string that is kept unchanged, blanks included: passwords, notes. */
export function text(most: number = mostOf.code): Reader<string, string> {
  return {
    described: { type: "string", maxLength: most },
    read: (value) =>
      typeof value === "string" ? (textProblem(value, most) ?? value) : stringExpected,
  };
}

const digitsExpected = new Problem("invalid", "A string of exactly 6 digits is expected.");

/** A PIN or an OTP: a string, because a number would lose its leading zeros. */
export const sixDigits: Reader<string, string> = {
  described: { type: "string", pattern: forms.sixDigits.source },
  read: (value) =>
    typeof value === "string" && forms.sixDigits.test(value) ? value : digitsExpected,
};

const flagExpected = new Problem("invalid", "true or false is expected.");

/** A boolean, or a string for one: `true`, `false`, `1` or `0`, in any letter case. */
export const flag: Reader<boolean, boolean | string> = {
  described: {
    id: "Flag",
    anyOf: [{ type: "boolean" }, { type: "string", enum: ["true", "false", "1", "0"] }],
  },
  trims: true,
  read: (value) => {
    const word = typeof value === "string" ? value.trim().toLowerCase() : value;
    if (word === true || word === "true" || word === "1") return true;
    return word === false || word === "false" || word === "0" ? false : flagExpected;
  },
};

const amountExpected = new Problem(
  "invalid",
  "An amount above zero with at most two decimal places is expected.",
);

const MOST = Number.MAX_SAFE_INTEGER;
const amountTooLarge = new Problem("invalid", `An amount of at most ${MOST} is expected.`);

/**
 * Money or a voucher's value, above zero. Accepts a number or a string, of at most two decimals; in a string,
 * further zeros may follow, as in `10.0000`. Returns an exact decimal string of two decimals. Refuses
 * `groupedThousands`.
 */
export const amount: Reader<string, NumberSent> = {
  described: {
    id: "Amount",
    description: `An amount above zero in the merchant's currency, with at most two decimals. ${ofWholeUnits}`,
    ...orText({ type: "number", exclusiveMinimum: 0, maximum: MOST }),
  },
  trims: true,
  read: (value) => {
    if (typeof value === "number" && value > MOST && Number.isFinite(value)) return amountTooLarge;
    const unclear = groupedThousands(value);
    if (unclear) return unclear;
    const written = typeof value === "number" ? String(value) : value;
    if (typeof written !== "string") return amountExpected;
    const parts = /^\+?([0-9]+)(?:\.([0-9]{1,2})0*)?$/.exec(written.trim());
    const [, digits = "", cents = ""] = parts ?? [];
    const exact = withTwoPlaces(`${digits}.${cents}`);
    if (!parts || !/[1-9]/.test(exact)) return amountExpected;
    return Number(digits) > MOST ? amountTooLarge : exact;
  },
};

function readTrimmed(value: string): string | Problem {
  const trimmed = value.trim();
  return textProblem(trimmed, mostOf.code) ?? trimmed;
}

/** The value as an integer. Null if it is not a whole number, or too large for JSON.parse to read exactly. */
export function toInteger(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== "string" || !/^[+-]?[0-9]{1,20}(\.0{1,20})?$/.test(value.trim()))
    return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}
