import { orText } from "../fields.ts";
import { named, Problem, type Reader } from "../reading.ts";
import { groupedThousands, ofWholeUnits } from "./whole-units.ts";

/** Numbers may be strings, also with blanks around them. */
type NumberSent = number | string;

/** The largest whole parts that the tables hold. */
const MOST_AMOUNT = 999_999_999_999;
const MOST_QUANTITY = 99_999_999_999;

/**
 * A decimal from 0 up (from 0 down if `isNegative`) whose whole part is at most `most`. It is read as an
 * exact string with `places` places. Further places are rounded, halves away from zero. Interface 2, section
 * 1.
 */
function decimal(
  places: number,
  most: number,
  { isNegative = false } = {},
): Reader<string, NumberSent> {
  const range = isNegative ? `from -${most} to 0` : `from 0 to ${most}`;
  const expected = new Problem("invalid", `A number ${range} is expected.`);
  const form = isNegative ? /^(-?)([0-9]+)(?:\.([0-9]*))?$/ : /^(\+?)([0-9]+)(?:\.([0-9]*))?$/;
  return {
    described: orText({
      type: "number",
      ...(isNegative ? { minimum: -most, maximum: 0 } : { minimum: 0, maximum: most }),
    }),
    trims: true,
    read: (value) => {
      const [, sign = "", digitsSent = "", rest = ""] = form.exec(textOf(value)) ?? [];
      const whole = digitsSent.replace(/^0+(?=.)/, "");
      // refused by its length first, because the time to read a number grows with the square of its digits
      if (whole === "" || whole.length > String(most).length) return expected;
      const digits = rest.padEnd(places + 1, "0");
      const kept = BigInt(whole + digits.slice(0, places));
      const rounded = kept + (digits.charAt(places) >= "5" ? 1n : 0n);
      const unit = 10n ** BigInt(places);
      if (rounded / unit > most || (isNegative && sign === "" && rounded > 0n)) return expected;
      const exact = `${rounded / unit}.${String(rounded % unit).padStart(places, "0")}`;
      return sign === "-" && rounded > 0n ? `-${exact}` : exact;
    },
  };
}

/** An amount of a sale: two places. Refuses `groupedThousands`. */
export const saleAmount = ofMoney(
  "SaleAmount",
  "An amount in the merchant's currency, rounded to two decimals.",
  decimal(2, MOST_AMOUNT),
);

/** The change of a sale's amount: 0 or less. Refuses `groupedThousands`. */
export const amountLess = ofMoney(
  "AmountLess",
  "What an amount in the merchant's currency changes by: 0 or less.",
  decimal(2, MOST_AMOUNT, { isNegative: true }),
);

function ofMoney(
  id: string,
  description: string,
  reader: Reader<string, NumberSent>,
): Reader<string, NumberSent> {
  return {
    ...named(id, `${description} ${ofWholeUnits}`, reader),
    read: (value) => groupedThousands(value) ?? reader.read(value),
  };
}

/** A quantity: three places. */
export const quantity = named(
  "Quantity",
  "A quantity, rounded to three decimals.",
  decimal(3, MOST_QUANTITY),
);

/** The change of an item's quantity: 0 or less. */
export const quantityLess = named(
  "QuantityLess",
  "What a quantity changes by: 0 or less.",
  decimal(3, MOST_QUANTITY, { isNegative: true }),
);

/** The value as it was written; a JSON number as its shortest decimal. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "number" || !Number.isFinite(value)) return "";
  // numbers below a millionth round to 0, and JavaScript writes them with an exponent
  return Math.abs(value) < 1e-6 ? "0" : String(value);
}
