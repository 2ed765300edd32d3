import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { describe, expect, test } from "vitest";
import { adjustStamps } from "../../../earning/awards/index.ts";
import { countGuess } from "../../../entering/access/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { untilWaiting, ways } from "../../../testing/index.ts";
import type { Merchant } from "../../context.ts";
import { forgetOldRows, recordRefusal } from "../index.ts";
import { sweepMerchant } from "./sweeping.sql.ts";

const t = harnessOfFile({ isOwn: true });

const minute = 60_000;
const day = 1_440 * minute;
const call = { operation: "o", subject: "s", storeId: null, customerId: null };
const refusal = { code: "invalid_reward", message: "Reward not found" } as const;

const forget = (after: number, most?: number) =>
  forgetOldRows({ db: t.db, clockOffsetMs: after }, undefined, most);
const refuse = (merchant: Merchant, clockOffsetMs = 0) =>
  recordRefusal(t.as(merchant, { clockOffsetMs }), call, refusal);
const left = async (merchant: Merchant) => {
  const rows = await t.rows(merchant);
  const counters = await t.db.select().from(schema.attemptCounters);
  return {
    refusals: rows.get("refusals")?.size,
    keys: rows.get("idempotencyKeys")?.size,
    outcomes: rows.get("idempotencyOutcomes")?.size,
    redemptions: rows.get("redemptions")?.size,
    counters: counters.filter(({ merchantId }) => merchantId === merchant.id).length,
  };
};

/** Returns the times at which the merchant's refusals were recorded, sorted. */
const madeAt = async (merchant: Merchant) =>
  [...((await t.rows(merchant)).get("refusals")?.values() ?? [])]
    .map(({ createdAt }) => String(createdAt))
    .sort();

/** Makes a merchant with a new refusal, a new idempotency key with its outcome, and a new counter. */
async function fresh() {
  const { merchant, redeem } = await ways.redeemReward.prepare(t);
  await redeem(t.keyed(merchant, "k"));
  await refuse(merchant);
  await countGuess(t.as(merchant));
  return merchant;
}
const all = { refusals: 1, keys: 1, outcomes: 1, redemptions: 1, counters: 2 };

describe("what is old is forgotten, and a redemption never", () => {
  test.each([
    ["at once: nothing", 0, all],
    ["after a day: counters", day + minute, { ...all, counters: 0 }],
    ["before seven days: no keys", 7 * day - minute, { ...all, counters: 0 }],
    [
      "after seven: keys, with their outcomes",
      7 * day + minute,
      { ...all, counters: 0, keys: 0, outcomes: 0 },
    ],
    [
      "before thirty: no refusals",
      30 * day - minute,
      { ...all, counters: 0, keys: 0, outcomes: 0 },
    ],
    [
      "after thirty: refusals",
      30 * day + minute,
      { ...all, counters: 0, keys: 0, outcomes: 0, refusals: 0 },
    ],
  ])("%s", async (_, after, rows) => {
    const merchant = await fresh();
    await forget(after);
    expect(await left(merchant)).toEqual(rows);
  });

  test("of every merchant, and it tells how many", async () => {
    await forget(30 * day + minute);
    const merchants = [await fresh(), await fresh()];
    expect(await forget(30 * day + minute)).toMatchObject({
      refusals: 2,
      budgets: 0,
      idempotencyKeys: 2,
      counters: 4,
    });
    for (const merchant of merchants)
      expect(await left(merchant)).toMatchObject({ refusals: 0, keys: 0, counters: 0 });
    expect(await forget(30 * day + minute)).toMatchObject({
      refusals: 0,
      idempotencyKeys: 0,
      counters: 0,
    });
  });

  describe("rows that cannot be deleted", () => {
    /** Makes each delete of these merchants' refusals fail, until the returned function runs. */
    async function refuseDeletion(merchants: readonly Merchant[]) {
      const ids = merchants.map(({ id }) => id).join(", ");
      await t.db.execute(`create function refuse_deletion() returns trigger language plpgsql
        as $$ begin raise exception 'these rows stay'; end $$`);
      await t.db.execute(`create trigger kept before delete on refusals for each row
        when (old.merchant_id in (${ids})) execute function refuse_deletion()`);
      return () => t.db.execute("drop function refuse_deletion cascade");
    }
    const gone = { refusals: 0, keys: 0, counters: 0 };

    test("do not stop the other merchants, and then the run fails", async () => {
      const [failing, other] = [await fresh(), await fresh()];
      const allowDeletion = await refuseDeletion([failing]);
      await expect(forget(30 * day + minute)).rejects.toThrow("these rows stay");
      expect(await left(other)).toMatchObject(gone);
      expect(await left(failing)).toMatchObject({ refusals: 1 });
      await allowDeletion();
      await forget(30 * day + minute);
      expect(await left(failing)).toMatchObject(gone);
    });

    test.each([
      ["two merchants in a row do not end the run", 2, gone],
      ["three merchants in a row end the run", 3, { refusals: 1, keys: 1, counters: 2 }],
    ])("of %s", async (_, count, rows) => {
      await forget(30 * day + minute);
      const failing: Merchant[] = [];
      while (failing.length < count) failing.push(await fresh());
      // merchants are swept in the order of their ids
      const last = await fresh();
      const allowDeletion = await refuseDeletion(failing);
      await expect(forget(30 * day + minute)).rejects.toThrow("these rows stay");
      expect(await left(last)).toMatchObject(rows);
      await allowDeletion();
      await forget(30 * day + minute);
      expect(await left(last)).toMatchObject(gone);
    });
  });
});

test("a key that is used anew while it is forgotten stays, and its retry charges nothing", async () => {
  const { merchant, store, customer, redeem } = await ways.redeemReward.prepare(t);
  await adjustStamps(t.as(merchant), { customerId: customer.id, delta: 50, reason: "test" });
  await redeem(t.keyed(merchant, "k"));
  const clockOffsetMs = 7 * day + minute;
  const id = await t.deps.ids.take(merchant.id, "redemptions");
  const ids = { ...t.deps.ids, take: async () => id };
  const again = () => redeem({ ...t.keyed(merchant, "k"), clockOffsetMs, ids });
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, redeemed_by)
      values (${merchant.id}, ${id}, 'reward', ${customer.id}, ${store.id}, 'same id', 'token:1')`;
    // this call replaces the expired key, and then waits for `holder`, which inserted the same redemption id
    const anew = again();
    await untilWaiting(sql);
    const swept = sweepMerchant({ db: t.db, clockOffsetMs }, merchant.id, {
      mostRefusals: 9,
      mostEvents: 9,
      atOnce: 9,
    });
    await untilWaiting(sql, 2);
    await holder`rollback`;
    holder.release();
    expect((await swept).idempotencyKeys).toBe(0);
    expect((await again()).redemption.id).toBe((await anew).redemption.id);
  } finally {
    await sql.end({ timeout: 1 });
  }
});

describe("however much is old", () => {
  /** Makes a merchant with `count` old idempotency keys. */
  async function many(count: number) {
    const merchant = await t.given.merchant();
    const row = { merchantId: merchant.id, operation: "o", fingerprint: "f" };
    const createdAt = "2026-01-01T00:00:00Z";
    await t.db
      .insert(schema.idempotencyKeys)
      .values(Array.from({ length: count }, (_, n) => ({ ...row, key: `k${n}`, createdAt })));
    return merchant;
  }

  test("no statement takes more than a thousand, and all of it goes", async () => {
    const merchant = await many(2_500);
    const limits = { mostRefusals: 9, mostEvents: 9, atOnce: 1_000 };
    const one = await sweepMerchant({ db: t.db, clockOffsetMs: 0 }, merchant.id, limits);
    expect(one.idempotencyKeys).toBe(1_000);
    expect((await forget(0)).idempotencyKeys).toBe(1_500);
    expect((await left(merchant)).keys).toBe(0);
  });

  test("nothing more is begun where the process has to go", async () => {
    await many(5);
    const gone = await forgetOldRows({ db: t.db, clockOffsetMs: 0 }, AbortSignal.abort());
    expect(gone.idempotencyKeys).toBe(0);
    expect((await forget(0)).idempotencyKeys).toBe(5);
  });
});

describe("M14: a merchant's retention settings", () => {
  /** Makes a merchant with these settings, a booking for today, a refusal, an audit entry and an event. */
  async function kept(settings: Partial<typeof schema.merchants.$inferInsert>) {
    const merchant = await t.given.merchant(settings);
    const store = await t.given.store(merchant, { slotMinutes: 60 });
    await refuse(merchant);
    const own = { merchantId: merchant.id, id: 1 };
    const date = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    const slot = { storeId: store.id, date, slot: "19:00", covers: 2 };
    await t.db.insert(schema.bookingSlots).values({ merchantId: merchant.id, ...slot });
    await t.db.insert(schema.bookings).values({
      ...own,
      storeId: store.id,
      claim: "a@example.com",
      date,
      time: "19:00",
      phone: "1",
      numberOfPeople: 2,
    });
    await t.db
      .insert(schema.auditEntries)
      .values({ ...own, action: "a", actor: "token:1", subject: "s" });
    await t.db.insert(schema.securityEvents).values({ ...own, what: "sign-in", result: "done" });
    return merchant;
  }
  const counts = async ({ id }: Merchant) => {
    const { bookings, bookingSlots, refusals, auditEntries, securityEvents } = schema;
    const rows = await Promise.all(
      [bookings, bookingSlots, refusals, auditEntries, securityEvents].map(async (table) =>
        (await t.db.select({ merchantId: table.merchantId }).from(table)).filter(
          ({ merchantId }) => merchantId === id,
        ),
      ),
    );
    return rows.map(({ length }) => length);
  };

  test.each([
    ["defaults keep bookings and audit for good, events a year", {}, 364, [1, 1, 0, 1, 1]],
    ["and after that year", {}, 366, [1, 1, 0, 1, 0]],
    [
      "null keeps everything",
      { keepRefusalsDays: null, keepEventsDays: null },
      4_000,
      [1, 1, 1, 1, 1],
    ],
    [
      "days count for each by itself, before",
      { keepBookingsDays: 40, keepAuditDays: 100, keepEventsDays: 60, keepRefusalsDays: 50 },
      39,
      [1, 1, 1, 1, 1],
    ],
    [
      "and after",
      { keepBookingsDays: 40, keepAuditDays: 100, keepEventsDays: 60, keepRefusalsDays: 50 },
      62,
      [0, 0, 0, 1, 0],
    ],
  ])("%s", async (_, settings, days, left) => {
    const merchant = await kept(settings);
    await forget(days * day);
    expect(await counts(merchant)).toEqual(left);
  });

  test("M14: retention settings are applied in pieces that a statement can bear", async () => {
    const merchant = await t.given.merchant({ keepAuditDays: 100 });
    const row = { merchantId: merchant.id, action: "a", actor: "token:1", subject: "s" };
    await t.db
      .insert(schema.auditEntries)
      .values(Array.from({ length: 25 }, (_, id) => ({ ...row, id })));
    const limits = { mostRefusals: 9, mostEvents: 9, atOnce: 10 };
    const swept = await sweepMerchant({ db: t.db, clockOffsetMs: 101 * day }, merchant.id, limits);
    expect(swept.auditEntries).toBe(10);
    await forget(101 * day);
    expect(await t.db.select().from(schema.auditEntries)).not.toContainEqual(
      expect.objectContaining({ merchantId: merchant.id }),
    );
  });
});

describe("a merchant keeps so many refusals at most", () => {
  test.each([
    ["the newest ones", [1, 2, 3, 4, 5]],
    ["though a slow process gives its ids later", [5, 4, 3, 2, 1]],
  ])("%s, whatever the others keep", async (_, minutes) => {
    const [busy, quiet] = [await t.given.merchant(), await t.given.merchant()];
    for (const at of minutes) await refuse(busy, at * minute);
    await refuse(quiet);
    const made = await madeAt(busy);
    await forget(0, 3);
    expect((await left(quiet)).refusals).toBe(1);
    expect(await madeAt(busy)).toEqual(made.slice(2));
  });

  test("100,000 where nothing is said", async () => {
    const merchant = await t.given.merchant();
    await refuse(merchant);
    await forget(0);
    expect((await left(merchant)).refusals).toBe(1);
  });
});
