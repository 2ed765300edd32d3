import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countRowsRead, type OpenHarness, openOwnHarness } from "../../../testing/index.ts";
import { validatePromoCode } from "./validate-promo-code.ts";
import { validateVoucher } from "./validate-voucher.ts";

// Counts how many of 10,000 rows in each table a validation reads, by PostgreSQL's own counters. All
// statements use one connection, because settings and counters belong to its session.

const ROWS = 10_000;
const MOST_READ = 40;
const tables = ["customers", "memberships", "vouchers", "promo_codes", "promo_code_uses"] as const;

let t: OpenHarness;
let merchant: Merchant;
let store: number;
beforeAll(async () => {
  t = await openOwnHarness({ connections: 1 });
  merchant = await t.given.merchant();
  store = (await t.given.store(merchant)).id;
  const { id: template } = await t.given.template(merchant);
  await t.db.execute("set plan_cache_mode = force_generic_plan");
  await t.db.execute(skipForeignKeys);
  for (const table of tables)
    await t.db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = false)`));
  const numbers = sql`from generate_series(1, ${ROWS}) n`;
  await t.db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}, n, 'Ani ' || n ${numbers}`);
  await t.db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select ${merchant.id}, n, 100 ${numbers}`);
  await t.db.execute(sql`insert into vouchers
      (merchant_id, id, voucher_template_id, code, code_key, customer_id)
    select ${merchant.id}, n, ${template}, 'V' || n, 'V' || n, n ${numbers}`);
  await t.db.execute(sql`insert into promo_codes (merchant_id, id, code, code_key, name)
    select ${merchant.id}, n, 'P' || n, 'P' || n, 'Promo' ${numbers}`);
  await t.db.execute(sql`insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
    select ${merchant.id}, 1 + n % 100, n, 1 ${numbers}`);
  await t.db.execute(checkForeignKeys);
}, 120_000);
// Closes the database without an audit, which would read every row.
afterAll(() => t?.open.close());

/** Returns how many rows a validation reads from the tables and their indexes. */
async function rowsReadBy(read: () => Promise<unknown>): Promise<number> {
  const before = await countRowsRead(t.db, tables);
  await read();
  return (await countRowsRead(t.db, tables)) - before;
}

const place = () => ({ store, channel: null });
/** Validates a customer's own voucher, or a voucher without a customer. */
const voucher = (user: number | null) => () =>
  validateVoucher(t.as(merchant), { ...place(), voucherCode: `V${user ?? 777}`, user });
const promoCode = (user: number | null) => () =>
  validatePromoCode(t.as(merchant), { ...place(), promoCode: "P7", user });

describe.each(["before statistics are gathered", "after"])("%s", (when) => {
  beforeAll(async () => {
    if (when === "after") await t.db.execute("analyze");
  });

  test.each([
    ["a voucher", voucher(null)],
    ["a voucher for its holder", voucher(777)],
    ["a promo code", promoCode(null)],
    ["a promo code for a customer", promoCode(777)],
  ])("validating %s reads a few rows", async (_, validate) => {
    let isRedeemable = false;
    const rows = await rowsReadBy(async () => {
      isRedeemable = (await validate()).reason === null;
    });
    expect(isRedeemable).toBe(true);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(MOST_READ);
  });
});

test.each([
  // the last one: a search through all vouchers ends at the first that has the code
  ["vouchers", "vouchers_code", voucher(ROWS)],
  ["promo_codes", "promo_codes_code", promoCode(777)],
])(
  "negative control: without the index of codes it reads all %s",
  async (table, name, validate) => {
    await t.db.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
    expect(await rowsReadBy(validate)).toBeGreaterThan(ROWS / 2);
    await t.db.execute(
      sql.raw(`alter table ${table} add constraint ${name} unique (merchant_id, code_key)`),
    );
  },
);
