import type { Column } from "drizzle-orm";

/** Columns are camelCase in TypeScript and snake_case in SQL; set once for clients and migrations. */
export const casing = "snake_case";

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of a column in SQL, for texts that cannot use the column itself, such as lists to insert. */
export const columnName = (column: Column): string => snakeCase(column.name);

/**
 * Converts changed fields to a document by column name for `jsonb_populate_record`. Columns that are
 * not in it keep the row's value at the time of the write, not a value read earlier.
 */
export function columnsOf(changes: Readonly<Record<string, { readonly to: unknown }>>): string {
  const columns = Object.entries(changes).map(([field, { to }]) => [snakeCase(field), to]);
  return JSON.stringify(Object.fromEntries(columns));
}
