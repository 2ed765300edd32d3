/**
 * One cell of a CSV file (RFC 4180). Spreadsheets run text that begins like a formula, and anyone can
 * write names and notes, so such text gets a leading apostrophe. Numbers and mobile numbers stay as they are.
 */
export function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const plain = /^(-?[0-9]{1,15}(\.[0-9]+)?|\+[0-9]{1,15})$/.test(value);
  const safe = !plain && startsFormula(value) ? `'${value}` : value;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Whether a text begins like a formula. Some programs skip spaces and control characters first, and convert
 * full-width characters, so these count too.
 */
function startsFormula(value: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠|%]/u.test(value) || /^[\t\r\n]/.test(value);
}
