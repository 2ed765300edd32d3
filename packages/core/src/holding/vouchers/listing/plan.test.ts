import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countedOfFile } from "../../../testing/counted-of-file.ts";
import { countHeldVouchers, listHeldVouchers } from "./held-vouchers.sql.ts";

// Counts the rows that a page reads out of 20,000 vouchers.

const VOUCHERS = 20_000;
const CUSTOMERS = 200;
/** Vouchers of each customer. */
const HELD = VOUCHERS / CUSTOMERS;
const tables = ["vouchers"];

let merchant: Merchant;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  const { id: template } = await given.template(merchant);
  await db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}, n, 'Ani ' || n from generate_series(1, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into vouchers
      (merchant_id, id, voucher_template_id, code, code_key, customer_id, end_date)
    select ${merchant.id}, n, ${template}, 'V' || n, 'V' || n, 1 + n % ${CUSTOMERS}, '2099-12-31'
    from generate_series(1, ${VOUCHERS}) n`);
});

const pageAfter = (after: number | null) =>
  listHeldVouchers(t.as(merchant), { user: 7, channel: null, after, limit: 20 });

test.each(["before statistics are gathered", "after"])(
  "a page reads what the customer holds, and no other vouchers, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    for (const after of [null, VOUCHERS / 2, VOUCHERS]) {
      const { result, read } = await t.counting(() => pageAfter(after));
      expect.soft(result).toHaveLength(after === VOUCHERS ? 0 : 20);
      expect.soft(read).toBeLessThanOrEqual(3 * HELD);
    }
  },
);

test("a count reads what the customer holds, and no other vouchers", async () => {
  const count = () => countHeldVouchers(t.as(merchant), { user: 7, channel: null });
  const { result, read } = await t.counting(count);
  expect(result).toBe(HELD);
  expect(read).toBeLessThanOrEqual(3 * HELD);
});

test("negative control: without the index a page reads them all", async () => {
  await t.db.execute("drop index vouchers_customer");
  expect((await t.counting(() => pageAfter(null))).read).toBeGreaterThan(VOUCHERS / 2);
  await t.db.execute(
    "create index vouchers_customer on vouchers (merchant_id, customer_id, end_date)",
  );
});
