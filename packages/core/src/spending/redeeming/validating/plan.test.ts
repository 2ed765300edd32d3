import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Merchant } from "../../../foundation/context.ts";
import { countedOfFile } from "../../../testing/counted-of-file.ts";
import { validatePromoCode } from "./validate-promo-code.ts";
import { validateVoucher } from "./validate-voucher.ts";

// Counts how many of 10,000 rows in each table a validation reads.

const ROWS = 10_000;
const MOST_READ = 40;
const tables = ["customers", "memberships", "vouchers", "promo_codes", "promo_code_uses"] as const;

let merchant: Merchant;
let store: number;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  store = (await given.store(merchant)).id;
  const { id: template } = await given.template(merchant);
  const numbers = sql`from generate_series(1, ${ROWS}) n`;
  await db.execute(sql`insert into customers (merchant_id, id, name)
    select ${merchant.id}, n, 'Ani ' || n ${numbers}`);
  await db.execute(sql`insert into memberships (merchant_id, customer_id, level)
    select ${merchant.id}, n, 100 ${numbers}`);
  await db.execute(sql`insert into vouchers
      (merchant_id, id, voucher_template_id, code, code_key, customer_id)
    select ${merchant.id}, n, ${template}, 'V' || n, 'V' || n, n ${numbers}`);
  await db.execute(sql`insert into promo_codes (merchant_id, id, code, code_key, name)
    select ${merchant.id}, n, 'P' || n, 'P' || n, 'Promo' ${numbers}`);
  await db.execute(sql`insert into promo_code_uses (merchant_id, promo_code_id, customer_id, uses)
    select ${merchant.id}, 1 + n % 100, n, 1 ${numbers}`);
});

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
    const { result, read } = await t.counting<{ readonly reason: unknown }>(validate);
    expect(result.reason).toBeNull();
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(MOST_READ);
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
    expect((await t.counting<unknown>(validate)).read).toBeGreaterThan(ROWS / 2);
    await t.db.execute(
      sql.raw(`alter table ${table} add constraint ${name} unique (merchant_id, code_key)`),
    );
  },
);
