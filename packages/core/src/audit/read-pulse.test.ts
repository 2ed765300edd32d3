import { createIds, schema } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generalPlan, type OpenHarness, openHarness, ways } from "../testing/index.ts";
import { forgetOldRows, readPulse, recordRefusal } from "./index.ts";

let t: OpenHarness<TestDatabase>;
const asked: string[] = [];
beforeAll(async () => {
  t = await openHarness(() => createTestDatabase({ onStatement: (text) => asked.push(text) }));
});
afterAll(() => t?.close());

test("of refusals and redemptions it tells the newest within an hour, of the caller's stores", async () => {
  const { merchant, store, redeem } = await ways.redeemReward.prepare(t);
  const { id: elsewhere } = await t.given.store(merchant);
  const { redemption } = await redeem(t.as(merchant));
  const call = { operation: "o", subject: "s", storeId: store.id, customerId: null };
  await recordRefusal(t.as(merchant), call, {
    code: "invalid_reward",
    message: "Reward not found",
  });
  const minutes = (count: number) => ({ clockOffsetMs: count * 60_000 });
  const told = { redemption: redemption.id, refusal: expect.any(Number) };
  const nothing = { redemption: null, refusal: null };
  const here = t.within(merchant, [store.id]);
  expect(await readPulse({ ...here, ...minutes(59) })).toMatchObject(told);
  expect(await readPulse({ ...here, ...minutes(61) })).toMatchObject(nothing);
  expect(await readPulse(t.within(merchant, [elsewhere]))).toMatchObject(nothing);
});

test("the newest jobs go by time: other processes' older ones may have higher ids", async () => {
  const merchant = await t.given.merchant();
  const elsewhere = createIds(t.db);
  const row = { merchantId: merchant.id, kind: "voucher_codes", task: {}, total: 5 };
  const end = { state: "done", createdBy: "staff:1", endedAt: "2026-03-01T00:00:00Z" };
  const id = await t.deps.ids.take(merchant.id, "jobs");
  const older = await elsewhere.takeMany(merchant.id, "jobs", 5);
  const createdAt = "2026-03-01T00:00:00Z";
  await t.db
    .insert(schema.jobs)
    .values(older.map((id) => ({ ...row, ...end, id, done: 5, createdAt })));
  await t.db.insert(schema.jobs).values({ ...row, id, createdBy: "staff:1" });
  const { jobs } = await readPulse(t.as(merchant));
  expect(jobs[0]).toEqual({ id, state: "running", done: 0, total: 5 });
  expect(jobs).toHaveLength(5);
});

test("what is recent, and what is old, is looked for along an index, not among all there are", async () => {
  const { merchant, redeem } = await ways.redeemReward.prepare(t);
  await redeem(t.keyed(merchant, "k"));
  const { id } = merchant;
  await t.db.execute(`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, created_at, redeemed_by)
    select merchant_id, 1000000 + n, kind, customer_id, store_id, name, 0, now() - n * interval '1 minute', redeemed_by
    from redemptions, generate_series(1, 20000) n where merchant_id = ${id}`);
  await t.db.execute(`insert into idempotency_keys (merchant_id, operation, key, fingerprint, created_at)
    select ${id}, 'o', n::text, 'f', now() from generate_series(1, 20000) n`);
  await t.db.execute(`insert into budgets (merchant_id, budget, subject, started_at, ends_at, spent, most)
    select ${id}, 'codesOfCustomer', n::text, now(), now() + interval '1 day', 1, 10 from generate_series(1, 20000) n`);
  await t.db.execute("analyze redemptions, idempotency_keys, budgets");
  asked.length = 0;
  await readPulse(t.as(merchant));
  await forgetOldRows({ db: t.db, clockOffsetMs: 0 });
  const planOf = (part: string) =>
    generalPlan(t.open.url, asked.find((text) => text.includes(part)) ?? "");
  const recent = /Scan Backward using redemptions_time .*\n +Index Cond: .*created_at >= /;
  expect(await planOf("from redemptions r")).toMatch(recent);
  const old = /on idempotency_keys k\b.*\n +Index Cond: .*created_at < /;
  const sweep = await planOf("delete from idempotency_keys");
  expect(sweep).toMatch(old);
  expect(sweep).toMatch(/on budgets b(_1)?\b.*\n +Index Cond: .*ends_at < /);
  // these rows have no lines and no outcomes, which the oracle would report
  await t.db.execute(`delete from redemptions where merchant_id = ${id} and id > 1000000`);
  await t.db.execute(`delete from idempotency_keys where merchant_id = ${id} and operation = 'o'`);
});
