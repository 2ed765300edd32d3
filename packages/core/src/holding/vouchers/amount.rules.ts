/** Returns an amount in hundredths: "10.5" as `1050n`. Amounts are never computed as floats. */
export function hundredths(amount: string): bigint {
  const [whole = "0", places = ""] = amount.split(".");
  return BigInt(whole + places.padEnd(2, "0"));
}

/** Formats hundredths as an amount: `1050n` as "10.50". `amount` must not be negative. */
export function amountOf(amount: bigint): string {
  const digits = String(amount).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const MOST_HELD = hundredths("999999999999.99");

/** Returns whether the database column for a voucher's value can store the amount. */
export function canBeHeld(amount: string): boolean {
  return hundredths(amount) <= MOST_HELD;
}
