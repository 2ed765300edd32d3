/** Columns are camelCase in TypeScript and snake_case in SQL; set once for clients and migrations. */
export const casing = "snake_case";

/**
 * What fields become, as a document by their columns' names for `jsonb_populate_record`: columns that
 * are not in it stay as the row has them when it is written, not as somebody has read them.
 */
export function columnsOf(changes: Readonly<Record<string, { readonly to: unknown }>>): string {
  const columns = Object.entries(changes).map(([field, { to }]) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    to,
  ]);
  return JSON.stringify(Object.fromEntries(columns));
}
