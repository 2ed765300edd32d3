import { addVouchers } from "../stage/seed.ts";
import type { Shop } from "../stage/shop.ts";
import { shop as things } from "../stage/things.ts";

/**
 * The ids of a gift card's earlier redemptions begin after this number. They are above the ids of other
 * earlier redemptions, and below those that the run makes.
 */
const BEFORE_HISTORY = 500_000_001;
const HOT_VOUCHER = 9_000_000;
const WORTH = 10_000_000;

/** Adds a gift card with `history` earlier redemptions, for calls that all deduct from it. Returns its id. */
export async function addHotVoucher(shop: Shop, history: number): Promise<number> {
  const { sql } = shop.stage;
  const { merchant, store, dynamic } = things;
  const range = { from: HOT_VOUCHER, count: 1, customers: shop.customers };
  await addVouchers(shop.stage, dynamic, range);
  await sql`update vouchers set value = ${WORTH}, remaining_value = ${WORTH - history}, customer_id = 1
    where merchant_id = ${merchant} and id = ${HOT_VOUCHER}`;
  await sql`update voucher_value_entries set delta = ${WORTH}
    where merchant_id = ${merchant} and voucher_id = ${HOT_VOUCHER}`;
  await sql`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
    select ${merchant}, ${BEFORE_HISTORY}::bigint + n, 'voucher_value', 1, ${store}, 'Gift card', 'token:1'
    from generate_series(1, ${history}::int) n`;
  await sql`insert into redemption_lines (merchant_id, redemption_id, line, voucher_id, name, value)
    select merchant_id, id, 1, ${HOT_VOUCHER}, name, 1 from redemptions
    where merchant_id = ${merchant} and id > ${BEFORE_HISTORY}`;
  await sql`insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta)
    select merchant_id, ${HOT_VOUCHER}, 'redemption', id, -1 from redemptions
    where merchant_id = ${merchant} and id > ${BEFORE_HISTORY}`;
  return HOT_VOUCHER;
}

/** Adds promo codes; every call uses `PROMO1`. */
export async function addPromoCodes({ stage }: Shop, codes: number): Promise<void> {
  await stage.sql`insert into promo_codes (merchant_id, id, code, code_key, name)
    select ${things.merchant}, n, 'PROMO' || n, 'PROMO' || n, 'Ten percent off'
    from generate_series(1, ${codes}::int) n`;
  await stage.sql`vacuum analyze promo_codes`;
}
