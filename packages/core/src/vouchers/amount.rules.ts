/**
 * The hundredths of an amount, which is a decimal string. Amounts are computed in hundredths, never as
 * floats.
 */
export function hundredths(amount: string): bigint {
  const [whole = "0", places = ""] = amount.split(".");
  return BigInt(whole + places.padEnd(2, "0"));
}

/** Formats hundredths as an amount: `1050n` gives "10.50". They must not be negative. */
export function amountOf(amount: bigint): string {
  const digits = String(amount).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const MOST_HELD = hundredths("999999999999.99");

/** Whether a voucher can have this value, by the size of its column. */
export function canBeHeld(amount: string): boolean {
  return hundredths(amount) <= MOST_HELD;
}
