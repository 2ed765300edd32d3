import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countedOfFile } from "../../testing/counted-of-file.ts";
import { insertExpiries, listDueCustomers, listMerchantsDue, readDueLedgers } from "./due.sql.ts";
import { expiryOf } from "./expiry.rules.ts";

// Counts the rows that a batch reads when the stamps of 50,000 customers have expired.

const CUSTOMERS = 50_000;
const LIST = 1_000;
const BATCH = 200;
const tables = ["memberships", "stamp_entries"];

let merchant: Merchant;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  await db.execute(sql`insert into customers (merchant_id, id, name, member_id)
    select ${merchant.id}, n, 'Customer ' || n, 'M' || n from generate_series(1, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into memberships (merchant_id, customer_id, level, stamps, entry_number,
      next_expiry_on)
    select ${merchant.id}, n, 100, 10, 2, '2020-01-02'::date from generate_series(1, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta,
      number, day, expires_on)
    select ${merchant.id}, n, 'adjustment', number, 5, number, '2020-01-01'::date,
      case number when 1 then '2020-01-02'::date end
    from generate_series(1, ${CUSTOMERS}) n, generate_series(1, 2) number`);
});

/**
 * Lists due customers, then writes the expiries of one batch of them. Returns how many rows each of the two
 * read, and how many customers were listed and written.
 */
async function aBatch() {
  const due = await t.counting(() => listDueCustomers(t.deps, merchant.id, LIST, []));
  const listed = due.result.map(({ customerId }) => customerId);
  const batch = await t.counting(async () => {
    const ledgers = await readDueLedgers(t.deps, merchant.id, listed.slice(0, BATCH));
    const expiries = ledgers.map((ledger) => ({ ...ledger, ...expiryOf(ledger) }));
    return insertExpiries(t.deps, merchant.id, expiries);
  });
  return { list: due.read, batch: batch.read, listed: listed.length, done: batch.result };
}

test.each(["before statistics are gathered", "after"])(
  "lists and batches read a few rows for each customer, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    const { list, batch, listed, done } = await aBatch();
    expect({ listed, done }).toEqual({ listed: LIST, done: BATCH });
    // an index row and a table row for each listed customer, and for each customer of the previous batch
    expect(list).toBeLessThan(2 * (LIST + BATCH) + 10);
    expect(batch).toBeLessThan(20 * BATCH);
    expect((await t.counting(() => listMerchantsDue(t.deps))).read).toBeLessThan(LIST);
  },
);

test("negative control: without its index a list reads them all", async () => {
  await t.db.execute("drop index memberships_expiry");
  expect((await aBatch()).list).toBeGreaterThanOrEqual(CUSTOMERS);
});
