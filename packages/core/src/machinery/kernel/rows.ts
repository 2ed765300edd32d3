import { type Column, type GetColumnData, getTableName, type SQL, sql, Table } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { textOf as quotedTextOf } from "../../foundation/writing/index.ts";

/** Expressions by name: the columns of a CTE. */
export type Expressions = Readonly<Record<string, Column | SQL>>;

/** References to the columns of a CTE's row, by the same names. A name that the CTE lacks does not compile. */
type RowOf<Names> = { readonly [Name in keyof Names]: SQL };

/** The values of a CTE's row, as JSON has them. */
export type ValuesOf<E> = {
  readonly [Name in keyof E]: E[Name] extends Column
    ? GetColumnData<E[Name]>
    : E[Name] extends SQL<infer Value>
      ? Value
      : never;
};

/** A name as a column of a CTE: `customerId` becomes `customer_id`. */
export const snakeOf = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns references to columns of a row of a CTE, such as `b.customer_id` for `customerId`. */
export function rowOf<Names extends object>(row: string, names: Names): RowOf<Names> {
  const columns = Object.keys(names).map((name) => [name, sql.raw(`${row}.${snakeOf(name)}`)]);
  return Object.fromEntries(columns) as RowOf<Names>;
}

/** The items of a select list: `<expression> as <name in snake_case>`. */
export function selected(expressions: Expressions): SQL {
  return sql.join(
    Object.entries(expressions).map(([name, value]) => sql`${value} as ${sql.raw(snakeOf(name))}`),
    sql`, `,
  );
}

/** A table with its alias, for FROM and UPDATE: `vouchers v`. Drizzle writes only the alias. */
export const from = (table: PgTable): SQL => {
  const { OriginalName } = (Table as unknown as { Symbol: { OriginalName: keyof PgTable } }).Symbol;
  return sql.raw(`${table[OriginalName]} ${getTableName(table)}`);
};

/** The merchant's id, `$1` of every statement. */
export const merchantId = sql.placeholder("merchantId");

/**
 * Returns SQL text as a fragment. The text names the merchant `$1`, as the texts of batches do. In a statement
 * with named parameters, the merchant may have another number.
 */
export const fragmentOf = (text: string): SQL =>
  sql.join(
    text.split("$1").map((part) => sql.raw(part)),
    sql`${merchantId}`,
  );

/**
 * Returns a fragment as the constant text of a statement. Its only parameter is the merchant, `$1`. Names
 * lose drizzle's quotes, so that the text reads in logs as it would by hand.
 */
export const textOf = (fragment: SQL): string =>
  quotedTextOf(fragment).replace(/"([a-z_][a-z0-9_]*)"/g, "$1");
