/** Columns are camelCase in TypeScript and snake_case in SQL; set once for clients and migrations. */
export const casing = "snake_case";

/**
 * Converts changed fields to a document by column name for `jsonb_populate_record`. Columns that are
 * not in it keep the row's value at the time of the write, not a value read earlier.
 */
export function columnsOf(changes: Readonly<Record<string, { readonly to: unknown }>>): string {
  const columns = Object.entries(changes).map(([field, { to }]) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    to,
  ]);
  return JSON.stringify(Object.fromEntries(columns));
}
