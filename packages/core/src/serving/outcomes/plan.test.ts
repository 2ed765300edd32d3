import { checkForeignKeys, skipForeignKeys } from "@stampbook/db/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countRowsRead, type OpenHarness, openOwnHarness } from "../../testing/index.ts";
import { getOutcome } from "./get-outcome.ts";

// Counts the rows that one question reads out of 10,000 keys with their redemptions, under PostgreSQL's
// generic plan. All queries use one connection, because settings and unflushed counters belong to a session.

const KEYS = 10_000;
const OPERATION = "redemptions.redeemReward";
const tables = [
  ...["idempotency_keys", "idempotency_outcomes", "redemptions", "transactions"],
  ...["stamp_awards", "customers"],
];

let t: OpenHarness;
let merchant: Merchant;
beforeAll(async () => {
  t = await openOwnHarness({ connections: 1 });
  merchant = await t.given.merchant();
  const m = sql`${merchant.id}::bigint`;
  await t.db.execute("set plan_cache_mode = force_generic_plan");
  await t.db.execute(skipForeignKeys);
  for (const table of tables)
    await t.db.execute(`alter table ${table} set (autovacuum_enabled = false)`);
  await t.db.execute(sql`insert into idempotency_keys
      (merchant_id, operation, key, fingerprint, created_at)
    select ${m}, ${OPERATION}, 'k' || n, 'f', now() from generate_series(1, ${KEYS}) n`);
  await t.db.execute(sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
    select ${m}, ${OPERATION}, 'k' || n,
      json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', n)))
    from generate_series(1, ${KEYS}) n`);
  await t.db.execute(sql`insert into redemptions
      (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
    select ${m}, n, 'reward', 1, 1, 'Coffee', 'token:1' from generate_series(1, ${KEYS}) n`);
  await t.db.execute(checkForeignKeys);
}, 120_000);
// Closes the database without an audit, which would read every row.
afterAll(() => t?.open.close());

async function readOne() {
  const before = await countRowsRead(t.db, tables);
  const found = await getOutcome(t.as(merchant), [OPERATION], "k5000");
  return { read: (await countRowsRead(t.db, tables)) - before, found };
}

test("a question reads a few rows", async () => {
  const { read, found } = await readOne();
  expect(found).toMatchObject({
    state: "done",
    outcome: { frame: { saving: { redemptionId: 5000 } } },
  });
  // the key, its outcome and the redemption, each from an index and from its table
  expect(read).toBeLessThan(11);
});

test("without indexes it reads all keys", async () => {
  for (const scan of ["indexscan", "indexonlyscan", "bitmapscan"])
    await t.db.execute(`set enable_${scan} = off`);
  await t.db.execute("discard plans");
  expect((await readOne()).read).toBeGreaterThan(KEYS);
});
