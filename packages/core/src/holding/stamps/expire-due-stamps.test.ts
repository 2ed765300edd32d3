import { schema } from "@stampbook/db";
import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { insertExpiries, listDueCustomers, readDueLedgers } from "./due.sql.ts";
import { expireDueStamps } from "./expire-due-stamps.ts";
import { expiryOf } from "./expiry.rules.ts";

const { memberships, stampEntries } = schema;

const t = harnessOfFile({ isOwn: true });

const GIVEN = "2027-03-01T05:00:00Z";

/**
 * Makes members with 5 stamps of 1 March, valid through 3 March, and 2 stamps of 2 March, valid through
 * 4 March.
 */
async function members(count: number, timezone = "Asia/Jakarta") {
  const merchant = await t.given.merchant({ stampsValidDays: 2, timezone });
  const at = (time: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(time) });
  const customers = [];
  for (let n = 0; n < count; n++) {
    const { id: customerId } = await t.given.customer(merchant, {}, { stamps: 0 });
    await adjustStamps(at(GIVEN), { customerId, delta: 5, reason: "test" });
    await adjustStamps(at("2027-03-02T05:00:00Z"), { customerId, delta: 2, reason: "test" });
    customers.push(customerId);
  }
  const state = async (customerId: number) => {
    const ofCustomer = and(
      eq(memberships.merchantId, merchant.id),
      eq(memberships.customerId, customerId),
    );
    const [row] = await t.db.select().from(memberships).where(ofCustomer);
    const entries = await t.db
      .select()
      .from(stampEntries)
      .where(
        and(
          eq(stampEntries.merchantId, merchant.id),
          eq(stampEntries.customerId, customerId),
          eq(stampEntries.cause, "expiry"),
        ),
      )
      .orderBy(asc(stampEntries.number));
    return [row?.stamps, row?.nextExpiryOn, entries.map(({ delta, day }) => [delta, day])];
  };
  return { merchant, at, customers, state };
}

const before = [7, "2027-03-03", []];
const after = [2, "2027-03-04", [[-5, "2027-03-04"]]];

test("writes after midnight in the merchant's zone, once", async () => {
  const { at, customers, state } = await members(2);
  const [one = 0, other = 0] = customers;
  await expireDueStamps(at("2027-03-03T16:59:00Z"));
  expect(await state(one)).toEqual(before);
  await expireDueStamps(at("2027-03-03T17:01:00Z"));
  await expireDueStamps(at("2027-03-03T17:02:00Z"));
  expect([await state(one), await state(other)]).toEqual([after, after]);
  await expireDueStamps(at("2027-03-20T05:00:00Z"));
  expect(await state(one)).toEqual([
    0,
    null,
    [
      [-5, "2027-03-04"],
      [-2, "2027-03-20"],
    ],
  ]);
});

test("two runs at once write each customer once", async () => {
  const { at, customers, state } = await members(12);
  const ctx = at("2027-03-03T18:00:00Z");
  const written = await Promise.all([1, 2, 3].map(() => expireDueStamps(ctx)));
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(12);
  for (const id of customers) expect(await state(id)).toEqual(after);
});

test("stops where it is told to, and a later run goes on", async () => {
  const { merchant, at, customers, state } = await members(3);
  const ctx = at("2027-03-03T18:00:00Z");
  expect(await expireDueStamps(ctx, () => true)).toBe(0);
  expect(await listDueCustomers(ctx, merchant.id, 10, [])).toHaveLength(3);
  expect(await expireDueStamps(ctx)).toBe(3);
  for (const id of customers) expect(await state(id)).toEqual(after);
});

test("a ledger that was read before another process wrote it is left alone", async () => {
  const { merchant, at, customers, state } = await members(1);
  const [id = 0] = customers;
  const ctx = at("2027-03-03T18:00:00Z");
  const read = await readDueLedgers(ctx, merchant.id, customers);
  const expiries = read.map((ledger) => ({ ...ledger, ...expiryOf(ledger) }));
  expect(await insertExpiries(ctx, merchant.id, expiries)).toBe(1);
  expect(await insertExpiries(ctx, merchant.id, expiries)).toBe(0);
  expect(await state(id)).toEqual(after);
  // negative control: with the current entry number and a later day, the write would take the stamps twice. A
  // constraint refuses that.
  const forged = expiries.map((each) => ({
    ...each,
    ...{ entryNumber: each.entryNumber + 1, today: "2027-03-09" },
  }));
  await expect(insertExpiries(ctx, merchant.id, forged)).rejects.toMatchObject({ code: "23514" });
});

test("merchants take turns, so that a large one does not keep a small one waiting", async () => {
  const [large, small] = [await members(3), await members(1)];
  let checks = 0;
  // stops after one round: the first three checks are before the round, and before each of its two turns
  const stopsAfterARound = () => checks++ === 3;
  const ctx = large.at("2027-03-03T18:00:00Z");
  expect(await expireDueStamps(ctx, stopsAfterARound, { sizes: { customers: 1 } })).toBe(2);
  expect(await small.state(small.customers[0] ?? 0)).toEqual(after);
  const states = await Promise.all(large.customers.map(large.state));
  expect(states.filter(([stamps]) => stamps === 2)).toHaveLength(1);
});

test("tells after each batch how many it has written", async () => {
  const { at } = await members(0);
  const ctx = at("2027-03-03T18:00:00Z");
  // writes off the expired stamps that earlier tests left
  await expireDueStamps(ctx);
  await members(5);
  const told: number[] = [];
  const onBatch = (written: number) => told.push(written);
  await expireDueStamps(ctx, () => false, { sizes: { customers: 2 }, onBatch });
  expect(told).toEqual([2, 4, 5]);
});
