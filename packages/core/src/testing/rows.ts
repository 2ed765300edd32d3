import { type Db, type Fields, json, read, rowsOf, run, schema } from "@stampbook/db";
import { type Column, getTableColumns, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Merchant } from "../foundation/context.ts";

/** The tables whose rows tests compare. `readPeople` reads those of customers, credentials and messages. */
const written = {
  memberships: schema.memberships,
  stampDebts: schema.stampDebts,
  stampEntries: schema.stampEntries,
  redemptions: schema.redemptions,
  redemptionLines: schema.redemptionLines,
  redemptionCancels: schema.redemptionCancels,
  redemptionAuthorizations: schema.redemptionAuthorizations,
  replacementReviews: schema.replacementReviews,
  vouchers: schema.vouchers,
  voucherValueEntries: schema.voucherValueEntries,
  promoCodes: schema.promoCodes,
  promoCodeUses: schema.promoCodeUses,
  idempotencyKeys: schema.idempotencyKeys,
  idempotencyOutcomes: schema.idempotencyOutcomes,
  transactions: schema.transactions,
  transactionItems: schema.transactionItems,
  transactionModifications: schema.transactionModifications,
  transactionPayments: schema.transactionPayments,
  stampAwards: schema.stampAwards,
  stampDeductions: schema.stampDeductions,
  levelChanges: schema.levelChanges,
  refusals: schema.refusals,
  auditEntries: schema.auditEntries,
  bookings: schema.bookings,
  bookingChanges: schema.bookingChanges,
  bookingMessages: schema.bookingMessages,
  bookingSlots: schema.bookingSlots,
  jobs: schema.jobs,
};

type Name = keyof typeof written;
const names = Object.keys(written) as Name[];
type Row = Readonly<Record<string, unknown>>;

/** One merchant's rows by table and key. */
export type Rows = ReadonlyMap<Name, ReadonlyMap<string, Row>>;

/**
 * The changes since an earlier read. New rows have all columns that are not null, except the merchant and the
 * creation time. Changed rows have the key and the changed columns. Tables without changes are left out.
 */
export type Written = Partial<Record<Name, Row[]>>;

/** One statement for all tables, because tests with random merchants read them thousands of times. */
const allRows = read("rows_of_tests", () =>
  json(
    Object.fromEntries(
      names.map((name) => [name, rowsOf(written[name], { where: [] }).list(fieldsOf(name))]),
    ),
  ),
);

/** Returns all columns by name. Decimals and moments become texts, as the driver reads them. */
function fieldsOf(name: Name): Fields {
  const asRead = (column: Column) =>
    /Numeric|Timestamp/.test(column.columnType) ? sql`${column}::text` : column;
  return Object.fromEntries(
    Object.entries(getTableColumns(written[name])).map(([key, column]) => [key, asRead(column)]),
  );
}

/** Reads one merchant's rows in the tables of `written`. */
export async function readRows(db: Db, merchant: Merchant): Promise<Rows> {
  const tables = await run(db, allRows, { merchantId: merchant.id });
  return new Map(
    names.map((name) => {
      const keys = keysOf(written[name]);
      const keyOf = (row: Row) => keys.map((key) => String(row[key])).join(" ");
      return [name, new Map(tables[name]?.map((row) => [keyOf(row), row]))];
    }),
  );
}

/** Returns the changes, sorted by key. Numbers in keys sort as numbers. Throws if a row was deleted. */
export function compareRows(before: Rows, after: Rows): Written {
  const changes = [...after].map(([name, rows]) => {
    const old = before.get(name) ?? new Map<string, Row>();
    const gone = [...old.keys()].filter((key) => !rows.has(key));
    if (gone.length) throw new Error(`rows of ${name} are gone: ${gone.join(", ")}`);
    const sorted = [...rows].sort(([one], [other]) =>
      one.localeCompare(other, "en", { numeric: true }),
    );
    return [name, sorted.flatMap(([key, row]) => changeOf(name, old.get(key), row))] as const;
  });
  return Object.fromEntries(changes.filter(([, rows]) => rows.length));
}

function changeOf(name: Name, before: Row | undefined, after: Row): Row[] {
  if (!before) return [pick(after, (key) => after[key] !== null && key !== "createdAt")];
  const differs = (key: string) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  if (!Object.keys(after).some(differs)) return [];
  const keys = keysOf(written[name]);
  return [pick(after, (key) => keys.includes(key) || differs(key))];
}

function pick(row: Row, wanted: (key: string) => boolean): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([key]) => key !== "merchantId" && wanted(key)),
  );
}

/** Returns the columns of the primary key, except the merchant, by their names in a row. */
function keysOf(table: PgTable): string[] {
  const key = getTableConfig(table).primaryKeys.flatMap(({ columns }) => columns);
  const parts = new Set(key.map(({ name }) => name));
  return Object.entries(getTableColumns(table))
    .filter(([name, column]) => name !== "merchantId" && parts.has(column.name))
    .map(([name]) => name);
}
