import { and, type Column, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { columnName } from "./casing.ts";
import { ofMerchant } from "./read.ts";

/** New values by column; a name that the table lacks does not compile. */
type Values<Table extends PgTable> = {
  readonly [Name in keyof Table["_"]["columns"]]?: SQL | Placeholder | Column;
};

type Where = readonly (SQL | undefined)[];

/**
 * Builds an INSERT for an arm (a CTE) of a `Statement`. Inserts one row, or one row for each row of `from`.
 * Sets `merchantId` from the parameter of that name if the table has this column. `end` is the ON CONFLICT
 * and RETURNING clauses.
 */
export function insertInto<Table extends PgTable>(
  table: Table,
  values: Values<Table>,
  { from = sql``, end = sql`` }: { readonly from?: SQL; readonly end?: SQL } = {},
): SQL {
  const own = "merchantId" in table ? { merchantId: sql.placeholder("merchantId") } : {};
  const entries = entriesOf(table, { ...own, ...values });
  const names = sql.join(
    entries.map(([name]) => name),
    sql`, `,
  );
  const selected = sql.join(
    entries.map(([, value]) => value),
    sql`, `,
  );
  return sql`insert into ${table} as ${table} (${names}) select ${selected} ${from} ${end}`;
}

/**
 * Builds an UPDATE for an arm (a CTE) of a `Statement`. Changes only the merchant's rows (see `ofMerchant`).
 */
export function update<Table extends PgTable>(
  table: Table,
  values: Values<Table>,
  where: Where,
  returning: SQL = sql`1`,
): SQL {
  const changes = entriesOf(table, values).map(([name, value]) => sql`${name} = ${value}`);
  return sql`update ${table} set ${sql.join(changes, sql`, `)}
    where ${and(ofMerchant(table), ...where)} returning ${returning}`;
}

/**
 * Builds a DELETE for an arm (a CTE) of a `Statement`. Deletes only the merchant's rows (see `ofMerchant`).
 */
export function deleteFrom(table: PgTable, where: Where, returning: SQL = sql`1`): SQL {
  return sql`delete from ${table} where ${and(ofMerchant(table), ...where)} returning ${returning}`;
}

/** Returns each value with the SQL name of its column. Throws a TypeError for a field that is no column. */
function entriesOf(table: PgTable, values: Readonly<Record<string, unknown>>) {
  const columns = getTableColumns(table);
  return Object.entries(values).map(([field, value]) => {
    const column = columns[field];
    if (!column) throw new TypeError(`no column ${field}`);
    return [sql.identifier(columnName(column)), sql`${value}`] as const;
  });
}
