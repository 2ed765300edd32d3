import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countedOfFile } from "../../../testing/counted-of-file.ts";
import { listOffers } from "./list-offers.ts";

// Counts how many of 8,000 rewards and 20,000 vouchers a page reads.

const REWARDS = 8_000;
const VOUCHERS = 20_000;
const CUSTOMERS = 200;
const PAGE = 20;
/** The number of vouchers that one customer holds. */
const HELD = VOUCHERS / CUSTOMERS;

let merchant: Merchant;
let store: number;
const t = countedOfFile(["rewards", "vouchers"], async ({ db, given }) => {
  merchant = await given.merchant();
  store = (await given.store(merchant)).id;
  const { id: template } = await given.template(merchant);
  await db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}, n, 'Ani ' || n from generate_series(1, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select ${merchant.id}, n, 100 from generate_series(1, ${CUSTOMERS}) n`);
  await db.execute(sql`insert into rewards (merchant_id, id, code, code_key, name, kind)
    select ${merchant.id}, n, 'R' || n, 'R' || n, 'Bun ' || n, 'fixed'
    from generate_series(1, ${REWARDS}) n`);
  await db.execute(sql`insert into vouchers
      (merchant_id, id, voucher_template_id, code, code_key, customer_id, end_date)
    select ${merchant.id}, n, ${template}, 'V' || n, 'V' || n, 1 + n % ${CUSTOMERS}, '2099-12-31'
    from generate_series(1, ${VOUCHERS}) n`);
});

/**
 * Lists the page after this id. Returns how many rows are read from the table and its indexes, and how many
 * are listed.
 */
async function readBy(table: "rewards" | "vouchers", after: number | null) {
  const page = {
    ...{ user: 7, store, isOnlyOfStore: true, hasInactiveVouchers: false, channel: 2 },
    ...{ afterReward: after, afterVoucher: after, limit: PAGE },
  };
  const { result, read } = await t.counting(() => listOffers(t.as(merchant), page), [table]);
  return { listed: result[table].length, rows: read };
}

test.each(["before statistics are gathered", "after"])(
  "a page reads the vouchers that the customer holds, and no others, %s",
  async (when) => {
    if (when === "after") await t.db.execute("analyze");
    for (const after of [null, VOUCHERS / 2]) {
      const { listed, rows } = await readBy("vouchers", after);
      expect.soft(listed).toBe(PAGE);
      expect.soft(rows).toBeLessThanOrEqual(3 * HELD);
    }
  },
);

// runs ANALYZE, because without statistics PostgreSQL sorts the whole catalogue; in production, only a small
// catalogue has no statistics
test("a page reads its own rewards, and no others", async () => {
  await t.db.execute("analyze");
  for (const after of [null, REWARDS / 2]) {
    const { listed, rows } = await readBy("rewards", after);
    expect.soft(listed).toBe(PAGE);
    expect.soft(rows).toBeLessThanOrEqual(3 * PAGE);
  }
});

test("negative control: without its index a page reads all vouchers", async () => {
  await t.db.execute("drop index vouchers_customer");
  expect((await readBy("vouchers", null)).rows).toBeGreaterThan(VOUCHERS / 2);
  await t.db.execute(
    "create index vouchers_customer on vouchers (merchant_id, customer_id, end_date)",
  );
});
