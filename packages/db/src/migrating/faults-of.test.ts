import { describe, expect, test } from "vitest";
import { effectOf } from "./effect-of.ts";
import { faultsOf } from "./faults-of.ts";
import { type Migration, readMigrations } from "./files.ts";

/** The newest migration that was written before this rule. */
const OLD = "0021_verified_contacts";

const migration = (isOnline: boolean, ...statements: string[]): Migration => ({
  ...{ name: "0099_example", when: 99, hash: "", statements, isOnline },
});

test("no migration stops tills for as long as a table is large", () => {
  const young = readMigrations().filter(({ name }) => name > OLD);
  expect(young.map((each) => [each.name, ...faultsOf(each)])).toEqual(
    young.map(({ name }) => [name]),
  );
});

test("the rule finds what earlier migrations did to large tables", () => {
  const faults = Object.fromEntries(readMigrations().map((each) => [each.name, faultsOf(each)]));
  expect(faults["0000_initial"]).toEqual([]);
  expect(faults["0004_sales_by_day"]).toEqual([
    expect.stringMatching(
      /^stops writes while it reads transactions: create index transactions_day/,
    ),
  ]);
  expect(faults["0017_superseded_sales"]).toHaveLength(2);
  expect(faults["0018_notes_of_customers"]).toEqual([]);
});

describe("in a transaction", () => {
  test.each([
    'ALTER TABLE "customers" ADD COLUMN "notes" text DEFAULT \'\' NOT NULL;',
    'ALTER TABLE "customers" ADD COLUMN "price" numeric(14, 2);',
    `ALTER TABLE customers ADD COLUMN extra json DEFAULT '{}'::json NOT NULL`,
    'ALTER TABLE "transactions" ADD CONSTRAINT "total" CHECK ("total" >= 0) NOT VALID',
    'ALTER TABLE "transactions" ADD CONSTRAINT "one" UNIQUE USING INDEX "transactions_one"',
    'ALTER TABLE "merchants" ADD CONSTRAINT "few" CHECK ("limit" > 0)',
    'DROP INDEX "transactions_day"',
    "CREATE TABLE news (id bigint); -- a new table",
    "create or replace function f() returns int language sql as $$ select 1 $$",
  ])("may run: %s", (statement) => {
    expect(faultsOf(migration(false, statement))).toEqual([]);
  });

  test.each([
    'CREATE INDEX "a" ON "transactions" USING btree ("merchant_id")',
    'CREATE UNIQUE INDEX "a" ON "transactions" ("merchant_id")',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "transactions" ("merchant_id")',
    'ALTER TABLE "transactions" ADD CONSTRAINT "total" CHECK ("total" >= 0)',
    'ALTER TABLE "transactions" ADD CONSTRAINT "one" UNIQUE ("merchant_id")',
    'ALTER TABLE "transactions" ALTER COLUMN "total" SET NOT NULL',
    'ALTER TABLE "transactions" ALTER COLUMN "total" SET DATA TYPE text',
    'ALTER TABLE "transactions" ADD COLUMN "at" timestamptz DEFAULT clock_timestamp()',
    'ALTER TABLE "transactions" ADD COLUMN "n" bigserial',
    'ALTER TABLE "transactions" ADD COLUMN "s" text GENERATED ALWAYS AS (lower(name)) STORED',
    'ALTER TABLE "transactions" ADD COLUMN "c" bigint REFERENCES "customers" ("id")',
    "UPDATE transactions SET total = 0",
    "do $$ begin perform 1; end $$",
  ])("is refused: %s", (statement) => {
    expect(faultsOf(migration(false, statement))).toHaveLength(1);
  });

  test("a table that the migration creates is empty", () => {
    const index = 'CREATE INDEX "news_day" ON "news" ("day")';
    const table = 'CREATE TABLE "news" ("day" date)';
    expect(faultsOf(migration(false, table, index))).toEqual([]);
    expect(faultsOf(migration(false, index))).toHaveLength(1);
  });
});

describe("online", () => {
  test.each([
    "-- online: comment",
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "transactions" ("merchant_id")',
    'DROP INDEX CONCURRENTLY IF EXISTS "a"',
    'ALTER TABLE "transactions" VALIDATE CONSTRAINT "total"',
    "update transactions set n = 1 where id in (select id from transactions where n is null limit 1000)",
  ])("may run: %s", (statement) => {
    expect(faultsOf(migration(true, statement))).toEqual([]);
  });

  test.each([
    'CREATE INDEX CONCURRENTLY "a" ON "transactions" ("merchant_id")',
    'CREATE INDEX "a" ON "transactions" ("merchant_id")',
    'ALTER TABLE "transactions" ADD COLUMN "n" integer',
    "update transactions set n = 1 where n is null",
  ])("is refused: %s", (statement) => {
    expect(faultsOf(migration(true, statement))).toHaveLength(1);
  });
});

test("an index is named where its table is not", () => {
  expect(effectOf('DROP INDEX "transactions_day"')).toEqual({
    ...{ relation: "transactions_day", stops: "everything", isLong: false },
  });
});
