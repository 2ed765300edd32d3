/** A whole number as it is sent; text that is no number becomes one that the service refuses. */
export function numberOf(text: string): number {
  const number = text.trim() ? Number(text) : Number.NaN;
  return Number.isNaN(number) ? -1 : number;
}

/** An amount as it is sent; null for an empty field. The service refuses what `read` cannot read. */
export function amountOf(text: string, read: (text: string) => string | null): string | null {
  return text.trim() ? (read(text) ?? "?") : null;
}
