import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  keyOf,
  namedBy,
  type OpenHarness,
  openHarness,
  runFor,
  visitSetting,
  whileHeld,
  whileItWaits,
} from "../testing/index.ts";
import { enterVisits, operation, type VisitCall } from "./enter-visit.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: the idempotency keys that are written here have no outcome.
afterAll(() => t?.open.close());

const without = guardless(enterVisits);

async function setting() {
  const { merchant, store, customer, other } = await visitSetting(t);
  const callFor = (email: string, changes: Partial<VisitCall> = {}): VisitCall => ({
    ...{ storeId: store.id, storeCode: store.code, allowedStores: null, ...namedBy(email) },
    ...{ redeems: true, key: null, fingerprint: null, ...changes },
  });
  const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
  return { merchant, customer, other, callFor, run };
}

const keyed = { key: "k", fingerprint: "f" };
const sells = { redeems: false };
const blocked = "memberships set is_blocked = true";
const closed = "stores set is_active = false";
const inactive = "customers set is_active = false";

describe("what the statement needs before it begins a visit", () => {
  const mayRedeem =
    /case when c\.redeems then .*? end(?= and (?:true|k\.fingerprint is null) as passes)/;
  const isActive = /(?<=else )s\.is_active/;
  const isCurrent = /(?<=ms\.customer_id is not null and )\(ms\.next_expiry_on < .*?is not true/;
  const due = "memberships set next_expiry_on = '2020-01-01'";
  const isAllowed = /(?<=else s\.is_active and )\(c\.allowed_stores [^)]*\)\)/;
  test.each<[string, RegExp, Partial<VisitCall>, string]>([
    ["a member who may redeem, to redeem", mayRedeem, {}, blocked],
    ["an active customer, to redeem", mayRedeem, {}, inactive],
    ["an active store, to redeem", mayRedeem, {}, closed],
    ["an active store, to sell", isActive, sells, closed],
    ["a store of the caller's, to sell", isAllowed, { ...sells, allowedStores: [1] }, ""],
    ["a member whose expired stamps are written off, to sell", isCurrent, sells, due],
  ])("%s", async (_, guard, changes, change) => {
    const { merchant, customer, callFor, run } = await setting();
    if (change) await t.db.execute(`update ${change} where merchant_id = ${merchant.id}`);
    const call = callFor(customer.email, changes);
    expect(await run(enterVisits, [call], "wait")).toEqual([false]);
    expect(await run(without(guard, "true"), [call], "wait")).toEqual([true]);
  });

  test("a blocked member may visit to buy", async () => {
    const { merchant, customer, callFor, run } = await setting();
    await t.db.execute(`update ${blocked} where merchant_id = ${merchant.id}`);
    expect(await run(enterVisits, [callFor(customer.email, sells)], "wait")).toEqual([true]);
  });
});

test("each call of a batch gets its own member", async () => {
  const { merchant, customer, other, callFor } = await setting();
  const place = { merchantId: merchant.id, offsetMs: 0 };
  const calls = [callFor(customer.email), callFor(other.email)];
  expect(await enterVisits.run(t.db, place, calls, "skip")).toMatchObject([
    { done: { changed: { customer: { id: customer.id } } } },
    { done: { changed: { customer: { id: other.id } } } },
  ]);
});

test("another merchant's member of the same id is left alone", async () => {
  const { customer, callFor, run } = await setting();
  await t.given.customer(await t.given.merchant(), { id: customer.id });
  expect(await run(enterVisits, [callFor(customer.email)], "wait")).toEqual([true]);
});

describe("a key", () => {
  test.each([
    ["that has an outcome waits for no row", enterVisits, [false]],
    ["without the guard it waits", without(/ and k\.fingerprint is null(?= as passes)/), "waits"],
  ])("%s", async (_, statement, done) => {
    const { merchant, customer, callFor, run } = await setting();
    await t.given.outcome(merchant, { operation, key: "k", outcome: {} });
    const lock = "select 1 from memberships where merchant_id = $1 for update";
    const again = () => run(statement, [callFor(customer.email, keyed)], "wait");
    expect(await whileHeld(t, merchant.id, lock, again)).toEqual(done);
  });

  test.each([
    ["that another call writes meanwhile begins no visit", enterVisits, [false]],
    [
      "without the guard there are two",
      without(/(?<=where )\(l\.key is null or exists \(select 1 from owned\)\)/, "true"),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { merchant, customer, callFor, run } = await setting();
    const running = () => run(statement, [callFor(customer.email, keyed)], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual(done);
  });
});
