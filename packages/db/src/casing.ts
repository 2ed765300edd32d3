/** Columns are camelCase in TypeScript and snake_case in SQL; set once for clients and migrations. */
export const casing = "snake_case";
