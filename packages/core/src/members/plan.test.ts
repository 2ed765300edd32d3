import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Merchant } from "../foundation/context.ts";
import { countRowsRead, type OpenHarness, openOwnHarness } from "../testing/index.ts";
import { getMember } from "./get-member.ts";
import { suggestMembers } from "./suggest-members.ts";

// Counts the rows that PostgreSQL reads of 20,000 customers, by its statistics counters. Uses one
// connection, because `set plan_cache_mode` and the flush of the counters apply to one session.

const CUSTOMERS = 20_000;
const MOST_READ = 400;
const tables = ["customers", "customer_identifiers", "memberships"];

let t: OpenHarness;
let merchant: Merchant;
beforeAll(async () => {
  t = await openOwnHarness({ connections: 1 });
  merchant = await t.given.merchant();
  await t.db.execute("set plan_cache_mode = force_generic_plan");
  await t.db.execute(skipForeignKeys);
  for (const table of ["customers", "customer_identifiers", "memberships"])
    await t.db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = false)`));
  await t.db.execute(sql`insert into customers (merchant_id, id, name, member_id, email, mobile_number)
    select ${merchant.id}, n, 'Ani ' || n || ' Andini', 'AN' || n, 'an' || n || '@example.com',
      '+62812' || lpad(n::text, 8, '0')
    from generate_series(1, ${CUSTOMERS}) n`);
  for (const [form, column] of [
    ["email", "email"],
    ["memberId", "member_id"],
    ["mobileNumber", "mobile_number"],
  ])
    await t.db.execute(sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select merchant_id, ${form}, ${sql.identifier(column as string)}, id from customers`);
  await t.db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select merchant_id, id, 100 from customers`);
  await t.db.execute(checkForeignKeys);
}, 120_000);
// Closes the database without an audit: an audit would read all 20,000 customers.
afterAll(() => t?.open.close());

/** Returns how many rows `read` reads from the tables of customers and their indexes. */
async function rowsReadBy(read: () => Promise<unknown>): Promise<number> {
  const before = await countRowsRead(t.db, tables);
  await read();
  return (await countRowsRead(t.db, tables)) - before;
}

/** Typed texts, and how many members are suggested for each. */
const texts = {
  an: 10,
  ani: 10,
  AN1: 10,
  "0812": 10,
  andini: 10,
  "an5@": 1,
  "+6281200": 10,
  zz: 0,
};

test.each(["before statistics are gathered", "after"])(
  "a search reads a few rows, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    for (const [text, count] of Object.entries(texts)) {
      let found = 0;
      const rows = await rowsReadBy(async () => {
        found = (await suggestMembers(t.as(merchant), text)).length;
      });
      expect.soft(found, text).toBe(count);
      expect.soft(rows, text).toBeLessThan(MOST_READ);
    }
  },
);

test.each(["an77@example.com", "AN77", "081200000077", 77])(
  "a look-up of %j reads a few",
  async (user) => {
    const rows = await rowsReadBy(() => getMember(t.as(merchant), user));
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(20);
  },
);

test.each(["customers_folded_last_name", "customers_folded_name", "customer_identifiers_start"])(
  "negative control: without %s a search reads them all",
  async (index) => {
    const [row] = await t.db
      .select({ definition: sql<string>`indexdef` })
      .from(sql`pg_indexes where indexname = ${index}`);
    await t.db.execute(sql.raw(`drop index ${index}`));
    expect(await rowsReadBy(() => suggestMembers(t.as(merchant), "an"))).toBeGreaterThan(CUSTOMERS);
    await t.db.execute(sql.raw(row?.definition ?? ""));
  },
);
