import { type Db, inTransaction, run, schema, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { CoreDeps } from "../../foundation/context.ts";
import { codeKeyOf } from "../../running/merchants/index.ts";
import type { Moved, MovedKind, MovedMerchant } from "./import.rules.ts";
import type { NextIds } from "./next-ids.rules.ts";

const p = sql.placeholder;
const merchantId = p("merchantId");
/** Sent as text and cast, because the database drivers encode json parameters differently. */
const rows = sql`${p("rows")}::text::json`;

/** Runs `work` in one transaction. `work` must use only the handle that it is passed. */
export function togetherOrNotAtAll<Result>(db: Db, work: (tx: Db) => Promise<Result>) {
  return inTransaction(db, work);
}

/** A table with a column for each field. */
type TableFor<Row> = PgTable & { readonly [Field in keyof Row]-?: PgColumn };

const merchants: TableFor<MovedMerchant> = schema.merchants;

/**
 * The kinds whose rows are inserted as they are. Of the others a file has up to millions of rows, or they are
 * divided among tables: their statements read JSON.
 */
type PlainKind = Extract<
  MovedKind,
  | "levels"
  | "stores"
  | "paymentMethods"
  | "messageTemplates"
  | "voucherTemplates"
  | "rewards"
  | "promoCodes"
>;

const plainTables: { readonly [Kind in PlainKind]: TableFor<Moved[Kind]> } = schema;

/** Inserts the merchant. */
export async function insertMerchant(db: Db, merchant: MovedMerchant): Promise<void> {
  await db.insert(merchants).values(merchant as never);
}

/** Inserts rows of a kind with one table. Rows with a code also get its key. */
export async function insertPlain<Kind extends PlainKind>(
  db: Db,
  merchantId: number,
  { kind, rows }: { readonly kind: Kind; readonly rows: readonly Moved[Kind][] },
): Promise<void> {
  const table: PgTable = plainTables[kind];
  const values = rows.map((row) => ({
    ...("codeKey" in table && "code" in row ? withCodeKey(row) : row),
    merchantId,
  }));
  if (values.length > 0) await db.insert(table).values(values as never);
}

/** Returns the row with `codeKey`, the form in which its code is looked up. Null if the code is empty. */
export function withCodeKey<Row extends { readonly code: string }>(row: Row) {
  return { ...row, codeKey: row.code === "" ? null : codeKeyOf(row.code) };
}

/** Sets the id counters, so that new ids are higher than the imported ids. */
export async function insertCounters(db: Db, merchantId: number, next: NextIds): Promise<void> {
  const counters = [...next].map(([kind, nextId]) => ({ merchantId, kind, nextId }));
  if (counters.length > 0) await db.insert(schema.idCounters).values(counters);
}

/** Stores the digest of the merchant's file. A second import of the same file then changes nothing. */
export async function insertImportedFile(db: Db, merchantId: number, digest: string) {
  await db.insert(schema.importedFiles).values({ merchantId, digest });
}

const importedFile = statement<boolean>(
  "imported_file",
  {},
  sql`exists (select 1 from imported_files
    where merchant_id = ${merchantId} and digest = ${p("digest")})`,
);

/**
 * Returns whether an earlier import of the same file created this merchant. `digest` is the SHA-256 of the
 * file.
 */
export function findImportedFile(
  { db }: CoreDeps,
  file: { readonly merchantId: number; readonly digest: string },
): Promise<boolean> {
  return run(db, importedFile, file);
}

/** The values of a file that are already in the database, and time zones that PostgreSQL does not know. */
export type ImportClashes = {
  readonly merchantIsKnown: boolean;
  readonly storeIds: readonly number[];
  readonly tokenHashes: readonly string[];
  readonly unknownTimezones: readonly string[];
  /** The database's time, to which moments in the file are compared. */
  readonly now: string;
};

/**
 * Values of a file to look up: ids and hashes that must be unused, and time zones that PostgreSQL must know.
 */
export type ImportClaims = {
  readonly merchantId: number;
  readonly storeIds: readonly number[];
  readonly tokenHashes: readonly string[];
  readonly timezones: readonly string[];
};

const clashes = statement<ImportClashes>(
  "import_clashes",
  {
    claims: sql`select * from json_to_record(${rows})
      as x ("storeIds" bigint[], "tokenHashes" text[], timezones text[])`,
  },
  sql`(select json_build_object(
      'merchantIsKnown', exists (select 1 from merchants where id = ${merchantId}),
      'storeIds', (select coalesce(json_agg(s.id order by s.id), '[]')
        from stores s where s.id = any ("storeIds")),
      'tokenHashes', (select coalesce(json_agg(t.secret_hash), '[]')
        from api_tokens t where t.secret_hash = any ("tokenHashes")),
      'unknownTimezones', (select coalesce(json_agg(zone), '[]') from unnest(timezones) as zone
        where not exists (select 1 from pg_timezone_names where lower(name) = lower(zone))),
      'now', clock_timestamp()) from claims)`,
);

/**
 * Returns the ids and token hashes of a file that are already in the database, and the time zones that
 * PostgreSQL does not know. Searches all merchants, because store ids and tokens are unique across merchants.
 * Call it before the import writes.
 */
export function findImportClashes({ db }: CoreDeps, { merchantId, ...claims }: ImportClaims) {
  return run(db, clashes, { merchantId, rows: JSON.stringify(claims) });
}

const tables = {
  levels: sql`levels`,
  stores: sql`stores`,
  customers: sql`customers, memberships, stamp_entries, stamp_debts, passwords, pins`,
  voucherTemplates: sql`voucher_templates`,
  rewards: sql`rewards`,
  vouchers: sql`vouchers, voucher_value_entries`,
  transactions: sql`transactions`,
  promoCodes: sql`promo_codes`,
  paymentMethods: sql`payment_methods`,
  messageTemplates: sql`message_templates`,
  tokens: sql`api_tokens`,
  staff: sql`staff_users, staff_accounts, staff_members`,
} as const satisfies Record<MovedKind, SQL>;

/**
 * Runs ANALYZE on a kind's tables. Call it while the tables grow. PostgreSQL caches the plans of foreign-key
 * checks, and a plan made while a table had few rows would read half the table for each of a million rows.
 * Autovacuum does not see the rows of an open transaction.
 */
export async function analyzeTables(db: Db, kind: MovedKind): Promise<void> {
  await db.execute(sql`analyze ${tables[kind]}`);
}
