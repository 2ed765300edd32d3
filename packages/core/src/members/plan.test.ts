import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../foundation/context.ts";
import { countedOfFile } from "../testing/counted-of-file.ts";
import { getMember } from "./get-member.ts";
import { suggestMembers } from "./suggest-members.ts";

// Counts the rows that searches and look-ups read of 20,000 customers.

const CUSTOMERS = 20_000;
const MOST_READ = 400;
const tables = ["customers", "customer_identifiers", "memberships"];

let merchant: Merchant;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  await db.execute(sql`insert into customers (merchant_id, id, name, member_id, email, mobile_number)
    select ${merchant.id}, n, 'Ani ' || n || ' Andini', 'AN' || n, 'an' || n || '@example.com',
      '+62812' || lpad(n::text, 8, '0')
    from generate_series(1, ${CUSTOMERS}) n`);
  for (const [form, column] of [
    ["email", "email"],
    ["memberId", "member_id"],
    ["mobileNumber", "mobile_number"],
  ])
    await db.execute(sql`insert into customer_identifiers (merchant_id, form, value, customer_id)
      select merchant_id, ${form}, ${sql.identifier(column as string)}, id from customers`);
  await db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select merchant_id, id, 100 from customers`);
});

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
      const { result, read } = await t.counting(() => suggestMembers(t.as(merchant), text));
      expect.soft(result, text).toHaveLength(count);
      expect.soft(read, text).toBeLessThan(MOST_READ);
    }
  },
);

test.each(["an77@example.com", "AN77", "081200000077", 77])(
  "a look-up of %j reads a few",
  async (user) => {
    const { read } = await t.counting(() => getMember(t.as(merchant), user));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(20);
  },
);

test.each(["customers_folded_last_name", "customers_folded_name", "customer_identifiers_start"])(
  "negative control: without %s a search reads them all",
  async (index) => {
    const [row] = await t.db
      .select({ definition: sql<string>`indexdef` })
      .from(sql`pg_indexes where indexname = ${index}`);
    await t.db.execute(sql.raw(`drop index ${index}`));
    const { read } = await t.counting(() => suggestMembers(t.as(merchant), "an"));
    expect(read).toBeGreaterThan(CUSTOMERS);
    await t.db.execute(sql.raw(row?.definition ?? ""));
  },
);
