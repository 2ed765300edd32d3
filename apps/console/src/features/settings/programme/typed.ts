/** Returns a typed whole number. Text that is empty or not a number becomes -1, which the service refuses. */
export function numberOf(text: string): number {
  const number = text.trim() ? Number(text) : Number.NaN;
  return Number.isNaN(number) ? -1 : number;
}

/**
 * Returns a typed amount, or null for an empty field. Text that `read` cannot read becomes `?`, which the
 * service refuses.
 */
export function amountOf(text: string, read: (text: string) => string | null): string | null {
  return text.trim() ? (read(text) ?? "?") : null;
}
