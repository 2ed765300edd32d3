import { issueToken } from "@stampbook/core/access";
import type { TransactionSql } from "postgres";
import { addCustomers } from "./customers.ts";
import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** The number of tills. Each has its own token, because one token may call 200 times a second. */
const TOKENS = 256;
/** Ids of unassigned codes begin after this: above assigned vouchers, below those that calls redeem. */
const FIRST_CODE = 10_000_000;
const FIRST_REDEMPTION = 3_000_000_001;
const PROMO_CODES = 128;

/** Adds a merchant with customers who have plenty of stamps. Returns the tokens of its tills. */
export async function seedShop(stage: Stage, customers: number): Promise<readonly string[]> {
  const { sql } = stage;
  const { merchant, store, plain, dynamic, rewards, promoCode } = shop;
  await sql`insert into merchants (id, name, country, timezone, currency)
    values (${merchant}, 'Bench', 'ID', 'Asia/Jakarta', 'IDR')`;
  await sql`insert into levels (merchant_id, level, name) values (${merchant}, 100, 'Blue')`;
  await sql`insert into stores (merchant_id, id, code, code_key, name, timezone)
    values (${merchant}, ${store}, 'MAIN', 'MAIN', 'Main Street', 'Asia/Jakarta')`;
  await sql`insert into voucher_templates (merchant_id, id, name, value, is_dynamic)
    values (${merchant}, ${plain}, '50 off', 50, false), (${merchant}, ${dynamic}, 'Gift card', 50, true)`;
  await sql`insert into rewards (merchant_id, id, code, code_key, name, kind, stamps_to_redeem)
    select ${merchant}, ordinality, code, code, initcap(code), 'fixed', 2
    from unnest(${[...rewards]}::text[]) with ordinality as r(code, ordinality)`;
  await sql`insert into promo_codes (merchant_id, id, code, code_key, name)
    select ${merchant}, n, code, code, 'Sale'
    from generate_series(1, ${PROMO_CODES}::int) n, concat(${promoCode}::text, n) code`;
  // redemption ids that cannot be confused with any other number of a call
  await sql`insert into id_counters (merchant_id, kind, next_id)
    values (${merchant}, 'redemptions', ${FIRST_REDEMPTION})`;
  await sql.begin(async (tx) => {
    // `replica` skips foreign key checks, which take longer than the inserts; these rows are consistent
    await tx`set local session_replication_role = replica`;
    await addCustomers(tx, customers);
    await addVouchers({ sql: tx }, plain, { from: 1, count: customers, customers });
    await addCodes(tx, customers);
  });
  const tokens = await Promise.all(
    Array.from({ length: TOKENS }, async (_, till) => {
      const token = await issueToken(stage.core, {
        merchantId: merchant,
        name: `Till ${till}`,
        scopes: ["*"],
        stores: null,
        end: null,
      });
      return token?.secret ?? "";
    }),
  );
  await sql`vacuum analyze`;
  return tokens;
}

/** Adds vouchers that nobody holds, with the codes `C1`, `C2` and so on. */
async function addCodes(sql: TransactionSql, count: number): Promise<void> {
  await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, value, end_date)
    select ${shop.merchant}, n + ${FIRST_CODE}, ${shop.plain}, 'C' || n, 'C' || n, 50, '2999-12-31'
    from generate_series(1, ${count}::bigint) n`;
}

/** Adds `count` open vouchers of one template, for customers in turn. Their ids begin at `from`. */
export async function addVouchers(
  { sql }: { readonly sql: Stage["sql"] | TransactionSql },
  template: number,
  { from, count, customers }: { from: number; count: number; customers: number },
): Promise<void> {
  const { merchant, dynamic } = shop;
  const rest = template === dynamic ? 50 : null;
  const last = from + count - 1;
  await sql`insert into vouchers (merchant_id, id, voucher_template_id, code, code_key, customer_id,
      value, remaining_value, start_date, end_date)
    select ${merchant}, n, ${template}, 'V' || n, 'V' || n, 1 + n % ${customers}::bigint, 50, ${rest}::numeric,
      '2026-01-01', '2999-12-31'
    from generate_series(${from}::bigint, ${last}::bigint) n`;
  if (rest !== null)
    await sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta)
      select ${merchant}, n, 'opening', 0, ${rest}::numeric from generate_series(${from}::bigint, ${last}::bigint) n`;
}
