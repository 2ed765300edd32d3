/** Currencies that are written without decimals, although ISO 4217 has some for them. */
const inWholeUnits = new Set(["IDR"]);

/** Whether prices in a currency (ISO 4217) are written without decimals, as in IDR and JPY. */
export function isInWholeUnits(currency: string): boolean {
  return inWholeUnits.has(currency) || decimalsOf(currency) === 0;
}

/** Returns how many decimals ISO 4217 has for a known currency. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}
