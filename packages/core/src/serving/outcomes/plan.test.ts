import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { countedOfFile } from "../../testing/counted-of-file.ts";
import { getOutcome } from "./get-outcome.ts";

// Counts the rows that one question reads out of 10,000 keys with their redemptions.

const KEYS = 10_000;
const OPERATION = "redemptions.redeemReward";
const tables = [
  ...["idempotency_keys", "idempotency_outcomes", "redemptions", "transactions"],
  ...["stamp_awards", "customers"],
];

let merchant: Merchant;
const t = countedOfFile(tables, async ({ db, given }) => {
  merchant = await given.merchant();
  const m = sql`${merchant.id}::bigint`;
  await db.execute(sql`insert into idempotency_keys
      (merchant_id, operation, key, fingerprint, created_at)
    select ${m}, ${OPERATION}, 'k' || n, 'f', now() from generate_series(1, ${KEYS}) n`);
  await db.execute(sql`insert into idempotency_outcomes (merchant_id, operation, key, outcome)
    select ${m}, ${OPERATION}, 'k' || n,
      json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', n)))
    from generate_series(1, ${KEYS}) n`);
  await db.execute(sql`insert into redemptions
      (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
    select ${m}, n, 'reward', 1, 1, 'Coffee', 'token:1' from generate_series(1, ${KEYS}) n`);
});

const readOne = () => t.counting(() => getOutcome(t.as(merchant), [OPERATION], "k5000"));

test("a question reads a few rows", async () => {
  const { read, result: found } = await readOne();
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
