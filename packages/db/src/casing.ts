import type { Column } from "drizzle-orm";

/** Columns are camelCase in TypeScript and snake_case in SQL. Clients and migrations read this setting. */
export const casing = "snake_case";

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The SQL name of a column, for texts that need only the name, such as the column list of an INSERT. */
export const columnName = (column: Column): string => snakeCase(column.name);

/**
 * Converts changed fields to a JSON document by column name for `jsonb_populate_record`. Columns that are not
 * in the document keep the row's value at the time of the write, not a value read earlier.
 */
export function columnsOf(changes: Readonly<Record<string, { readonly to: unknown }>>): string {
  const columns = Object.entries(changes).map(([field, { to }]) => [snakeCase(field), to]);
  return JSON.stringify(Object.fromEntries(columns));
}
