import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countRowsRead, type OpenHarness, openOwnHarness } from "../../../testing/index.ts";
import { countHeldVouchers, listHeldVouchers } from "./held-vouchers.sql.ts";

// Counts the rows that a page reads out of 20,000 vouchers, with PostgreSQL's counters. All queries use one
// connection, because settings and unflushed counters belong to a session.

const VOUCHERS = 20_000;
const CUSTOMERS = 200;
/** Vouchers of each customer. */
const HELD = VOUCHERS / CUSTOMERS;
const tables = ["vouchers"];

let t: OpenHarness;
let merchant: Merchant;
beforeAll(async () => {
  t = await openOwnHarness({ connections: 1 });
  merchant = await t.given.merchant();
  const { id: template } = await t.given.template(merchant);
  await t.db.execute("set plan_cache_mode = force_generic_plan");
  await t.db.execute(skipForeignKeys);
  for (const table of ["customers", "vouchers"])
    await t.db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = false)`));
  await t.db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}, n, 'Ani ' || n from generate_series(1, ${CUSTOMERS}) n`);
  await t.db.execute(sql`insert into vouchers
      (merchant_id, id, voucher_template_id, code, code_key, customer_id, end_date)
    select ${merchant.id}, n, ${template}, 'V' || n, 'V' || n, 1 + n % ${CUSTOMERS}, '2099-12-31'
    from generate_series(1, ${VOUCHERS}) n`);
  await t.db.execute(checkForeignKeys);
}, 120_000);
// Closes the database without an audit, which would read every voucher.
afterAll(() => t?.open.close());

/** Returns how many rows of vouchers, and of their indexes, `read` reads. */
async function rowsReadBy(read: () => Promise<unknown>): Promise<number> {
  const before = await countRowsRead(t.db, tables);
  await read();
  return (await countRowsRead(t.db, tables)) - before;
}

const pageAfter = (after: number | null) =>
  listHeldVouchers(t.as(merchant), { user: 7, channel: null, after, limit: 20 });

test.each(["before statistics are gathered", "after"])(
  "a page reads what the customer holds, and no other vouchers, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    for (const after of [null, VOUCHERS / 2, VOUCHERS]) {
      let found = 0;
      const rows = await rowsReadBy(async () => {
        found = (await pageAfter(after)).length;
      });
      expect.soft(found).toBe(after === VOUCHERS ? 0 : 20);
      expect.soft(rows).toBeLessThanOrEqual(3 * HELD);
    }
  },
);

test("a count reads what the customer holds, and no other vouchers", async () => {
  let count = 0;
  const rows = await rowsReadBy(async () => {
    count = await countHeldVouchers(t.as(merchant), { user: 7, channel: null });
  });
  expect(count).toBe(HELD);
  expect(rows).toBeLessThanOrEqual(3 * HELD);
});

test("negative control: without the index a page reads them all", async () => {
  await t.db.execute("drop index vouchers_customer");
  expect(await rowsReadBy(() => pageAfter(null))).toBeGreaterThan(VOUCHERS / 2);
  await t.db.execute(
    "create index vouchers_customer on vouchers (merchant_id, customer_id, end_date)",
  );
});
