import type { Column } from "drizzle-orm";

/** Columns are camelCase in TypeScript and snake_case in SQL. Clients and migrations read this setting. */
export const casing = "snake_case";

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the SQL name of a column without the table's name, as in the column list of an INSERT. */
export const columnName = (column: Column): string => snakeCase(column.name);

/**
 * Returns the new values as JSON, by the SQL names of their columns, for `jsonb_populate_record`. Every other
 * column keeps the value that the row has at the time of the write.
 */
export function columnsOf(changes: Readonly<Record<string, { readonly to: unknown }>>): string {
  const columns = Object.entries(changes).map(([field, { to }]) => [snakeCase(field), to]);
  return JSON.stringify(Object.fromEntries(columns));
}
