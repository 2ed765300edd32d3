import { columnName } from "@stampbook/db";
import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { from, merchantId } from "./rows.ts";

/** New values by column; a name that the table lacks does not compile. */
type Values<Table extends PgTable> = {
  readonly [Name in keyof Table["_"]["columns"]]?: SQL | Column;
};

/** Updates the merchant's rows of a table that match the rows of a CTE: `from` is `locked l`, for example. */
export function updateFrom<Table extends PgTable & { readonly merchantId: Column }>(
  table: Table,
  values: Values<Table>,
  {
    from: rows,
    where,
    returning,
  }: { readonly from: SQL; readonly where: SQL; readonly returning: SQL },
): SQL {
  const columns = getTableColumns(table);
  const set = Object.entries(values).map(
    ([name, value]) => sql`${sql.identifier(columnName(columns[name] as Column))} = ${value}`,
  );
  return sql`
  update ${from(table)} set ${sql.join(set, sql`, `)}
  from ${rows} where ${table.merchantId} = ${merchantId} and ${where}
  returning ${returning}`;
}
