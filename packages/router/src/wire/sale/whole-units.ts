import { isInWholeUnits } from "@stampbook/core/limits";
import { Problem } from "../reading.ts";

/** The description of an amount in documents. */
export const ofWholeUnits =
  "A text such as `150.000` is refused if the currency is written without decimals (IDR, JPY).";

/** The currency of the input that is being read. Null outside `readInCurrency`. */
let currency: string | null = null;

/** Reads an input whose amounts are in a currency. `read` must not be asynchronous. */
export function readInCurrency<Read>(code: string, read: () => Read): Read {
  currency = code;
  try {
    return read();
  } finally {
    currency = null;
  }
}

/**
 * Refuses a text such as `150.000` in a currency that is written without decimals: a till may have grouped
 * thousands by the point. Null for all other values.
 */
export function groupedThousands(value: unknown): Problem | null {
  const [text, whole, rest] =
    typeof value === "string" ? (/^([+-]?[0-9]{1,3})\.([0-9]{3})$/.exec(value.trim()) ?? []) : [];
  if (!text || !whole || !rest || currency === null || !isInWholeUnits(currency)) return null;
  const says = `${text} could mean ${whole} or ${whole} thousand. Send ${whole}${rest}, or ${whole}.${rest.slice(0, 2)}.`;
  return new Problem("invalid", says);
}
