import { createIds, schema } from "@stampbook/db";
import { expect, test } from "vitest";
import { addSale, cancelSale } from "../../earning/sales/index.ts";
import { cancelRedemption } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { generalPlan, ways } from "../../testing/index.ts";
import { forgetOldRows, readPulse, recordRefusal } from "./index.ts";

const asked: string[] = [];
const t = harnessOfFile({ isOwn: true, onStatement: (text) => asked.push(text) });

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

test("the hash of sales changes with a sale, its cancel, and the end of its hour", async () => {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const { id: elsewhere } = await t.given.store(merchant);
  const ctx = t.as(merchant);
  const hashOf = async (stores: readonly number[], minutes = 0) =>
    (await readPulse({ ...t.within(merchant, stores), clockOffsetMs: minutes * 60_000 })).sales;
  const sell = (invoiceNumber: string, soldAt: string | null) =>
    addSale(ctx, {
      ...{ store: store.id, user: null, invoiceNumber, people: 1, soldAt, total: "10000.00" },
      ...{ subtotal: null, discount: null, serviceCharge: null, tax: null, channel: null },
      ...{ type: null, stamps: null, employeeCode: null, extraData: null, items: [], payments: [] },
    });
  const none = await hashOf([store.id]);
  const { sale } = await sell("INV-1", null);
  const one = await hashOf([store.id]);
  expect(one).not.toBe(none);
  expect(await hashOf([elsewhere])).toBe(none);
  expect(await hashOf([store.id], 61)).toBe(none);
  // a sale of a POS whose clock is an hour ahead does not change the hash
  await sell("INV-2", new Date(Date.now() + 3_600_000).toISOString());
  expect(await hashOf([store.id])).toBe(one);
  await cancelSale(ctx, sale.id);
  expect(await hashOf([store.id])).not.toBe(one);
});

test("bug 12: it tells of a cancel, also of an old redemption, in the caller's stores", async () => {
  const { merchant, store, redeem } = await ways.redeemReward.prepare(t);
  const { id: elsewhere } = await t.given.store(merchant);
  const { redemption } = await redeem(t.as(merchant));
  const later = (minutes: number) => ({ clockOffsetMs: minutes * 60_000 });
  const here = t.within(merchant, [store.id]);
  expect(await readPulse({ ...here, ...later(90) })).toMatchObject({ cancel: null });
  await cancelRedemption(
    { ...t.as(merchant), ...later(90) },
    { redemptionId: redemption.id, createReplacementVoucher: false, reason: null },
  );
  const told = { redemption: null, cancel: expect.any(Number) };
  expect(await readPulse({ ...here, ...later(91) })).toMatchObject(told);
  expect(await readPulse({ ...here, ...later(101) })).toMatchObject({ cancel: null });
  const there = t.within(merchant, [elsewhere]);
  expect(await readPulse({ ...there, ...later(91) })).toMatchObject({ cancel: null });
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
  await t.db.execute(`insert into transactions (merchant_id, id, store_id, invoice_number, business_day, sold_at, created_at, total, status, spending, digest, created_by)
    select ${id}, 1000000 + n, (select min(id) from stores where merchant_id = ${id}), n::text, current_date, now() - n * interval '1 minute', now(), 1, 'Open', 1, '', 'token:1'
    from generate_series(1, 20000) n`);
  await t.db.execute("analyze redemptions, transactions, idempotency_keys, budgets");
  asked.length = 0;
  await readPulse(t.as(merchant));
  await forgetOldRows({ db: t.db, clockOffsetMs: 0 });
  const planOf = (part: string) =>
    generalPlan(t.open.url, asked.find((text) => text.includes(part)) ?? "");
  const recent = /Scan Backward using redemptions_time .*\n +Index Cond: .*created_at >= /;
  expect(await planOf("from redemptions r")).toMatch(recent);
  const recentSales = /Scan Backward using transactions_time .*\n +Index Cond: .*sold_at >= /;
  expect(await planOf("from redemptions r")).toMatch(recentSales);
  const newEntries = /Scan Backward using audit_entries_time .*\n +Index Cond: .*created_at >= /;
  expect(await planOf("from redemptions r")).toMatch(newEntries);
  const old = /on idempotency_keys k(_1)?\b.*\n +Index Cond: .*created_at < /;
  const sweep = await planOf("delete from idempotency_keys");
  expect(sweep).toMatch(old);
  expect(sweep).toMatch(/on budgets b(_1)?\b.*\n +Index Cond: .*ends_at < /);
  // The final audit would report the inserted rows, because they have no lines and no outcomes.
  await t.db.execute(`delete from redemptions where merchant_id = ${id} and id > 1000000`);
  await t.db.execute(`delete from transactions where merchant_id = ${id}`);
  await t.db.execute(`delete from idempotency_keys where merchant_id = ${id} and operation = 'o'`);
});
