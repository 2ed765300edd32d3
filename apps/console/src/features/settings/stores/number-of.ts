/**
 * Returns the number in a text, or null for an empty text. Text that is not only digits becomes 0, which the
 * service refuses at its field.
 */
export function numberOf(text: string): number | null {
  const typed = text.trim();
  if (!typed) return null;
  return /^\d+$/.test(typed) ? Number(typed) : 0;
}
