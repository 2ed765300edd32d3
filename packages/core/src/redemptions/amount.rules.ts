/** Amounts are decimals of two places in strings; arithmetic goes by hundredths, never by floats. */
export function hundredths(amount: string): bigint {
  const [whole = "0", places = ""] = amount.split(".");
  return BigInt(whole + places.padEnd(2, "0"));
}
