import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { mostOf } from "../../foundation/limits.rules.ts";
import { countedOfFile } from "../../testing/counted-of-file.ts";
import { enterVisits } from "./enter-visit.ts";
import { listTodaysVisits } from "./visit-record.sql.ts";

// Counts the rows that the till's list reads out of 10,000 visits of today. Every visit redeemed two rewards
// and has a sale.

const VISITS = 10_000;
const STORES = 40;
const tables = ["idempotency_keys", "idempotency_outcomes", "redemptions", "transactions"];

let merchant: Merchant;
let store: number;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  ({ id: store } = await given.store(merchant));
  const m = sql`${merchant.id}::bigint`;
  await db.execute(sql`insert into idempotency_keys
      (merchant_id, operation, key, fingerprint, created_at, store_id)
    select ${m}, ${enterVisits.name}, 'k' || n, 'f', now() - n * interval '1 microsecond',
      ${store}::bigint + n % ${STORES}::int
    from generate_series(1, ${VISITS}) n`);
  await db.execute(sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
    select ${m}, ${enterVisits.name}, 'k' || n, json_build_object('frame', json_build_object(
      'redemptions', json_build_array(
        json_build_object('redemption', json_build_object('id', 2 * n)),
        json_build_object('redemption', json_build_object('id', 2 * n + 1))),
      'sale', json_build_object('id', n)))
    from generate_series(1, ${VISITS}) n`);
  await db.execute(sql`insert into redemptions
      (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
    select ${m}, n, 'reward', 1, 1, 'Coffee', 'token:1' from generate_series(2, ${2 * VISITS + 1}) n`);
  await db.execute(sql`insert into transactions (merchant_id, id, store_id, invoice_number,
      business_day, sold_at, total, status, spending, digest, created_by)
    select ${m}, n, 1, 'INV-' || n, date '2026-01-01', now(), 1, 'Open', 1, 'd', 'token:1'
    from generate_series(1, ${VISITS}) n`);
});

const readToday = () => t.counting(() => listTodaysVisits(t.as(merchant), store));

test("the list reads a few rows for each visit that it shows", async () => {
  const { read, result: visits } = await readToday();
  expect(visits).toHaveLength(mostOf.lastVisits);
  expect(visits[0]).toMatchObject({ redemptions: [{}, {}], sale: { isCanceled: false } });
  // reads each visit's key, outcome, two redemptions and sale, each from an index and from its table
  expect(read).toBeLessThan(11 * mostOf.lastVisits);
});

test("without the index it reads all visits", async () => {
  await t.db.execute("drop index idempotency_keys_visits");
  const { read, result: visits } = await readToday();
  expect(visits).toHaveLength(mostOf.lastVisits);
  expect(read).toBeGreaterThan(VISITS);
});
