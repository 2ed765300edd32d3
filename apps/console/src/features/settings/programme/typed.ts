/** Returns a typed whole number. Text that is empty or not a number becomes -1, which the service refuses. */
export function numberOf(text: string): number {
  const number = text.trim() ? Number(text) : Number.NaN;
  return Number.isNaN(number) ? -1 : number;
}

/** Stands for a text that is no amount. The service refuses it. */
export const UNREADABLE = "?";

/** Returns a typed amount, or null for an empty field. Text that `read` cannot read becomes `UNREADABLE`. */
export function amountOf(text: string, read: (text: string) => string | null): string | null {
  return text.trim() ? (read(text) ?? UNREADABLE) : null;
}
