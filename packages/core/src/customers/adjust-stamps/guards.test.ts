import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { type AdjustmentCall, adjustments, operation } from "./adjust-stamps.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

const without = guardless(adjustments);

async function setting() {
  const merchant = await t.given.merchant();
  /** Adds a customer with 5 stamps. Returns a call that removes 3 of them. */
  const call = async (changes: Partial<AdjustmentCall> = {}): Promise<AdjustmentCall> => ({
    ...{ customer: (await t.given.customer(merchant, {}, { stamps: 5 })).id, delta: -3 },
    auditId: await t.deps.ids.take(merchant.id, "audit_entries"),
    ...{ actor: "token:1", subject: "customer", reason: "a test", address: null },
    ...{ key: null, fingerprint: null },
    ...changes,
  });
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return {
    merchant,
    place,
    call,
    run: runFor(t, place),
  };
}

describe("calls of one batch that share a subject", () => {
  test.each([
    ["one is done", adjustments, [true, false]],
    ["without the guard the statement fails", without(/and \(of_key = 1 [^)]*\)/), "21000"],
  ])("a key: %s", async (_, statement, done) => {
    const { call, run } = await setting();
    const keyed = { key: "k", fingerprint: "f" };
    expect(await run(statement, [await call(keyed), await call(keyed)])).toEqual(done);
  });

  test.each([
    ["one leaves its key", adjustments, 1],
    ["without the guard both do", without(/\(of_customer_id = 1 [^)]*\)/, "true"), 2],
  ])("a customer with enough stamps for both: %s", async (_, statement, keys) => {
    const { merchant, call, run } = await setting();
    const first = await call({ key: "one", fingerprint: "f", delta: -1 });
    const { customer } = first;
    const second = await call({ key: "two", fingerprint: "f", delta: -1, customer });
    await run(statement, [first, second]);
    expect((await t.rows(merchant)).get("idempotencyKeys")?.size).toBe(keys);
  });
});

describe("what another transaction changes while the statement waits", () => {
  const isSomebody = / and u\.anonymized_at is null(?= for key share)/;
  test.each([
    ["the customer is anonymized: it is not done", "customers", adjustments, [false]],
    [
      "the customer is anonymized: without the guard it is",
      "customers",
      without(isSomebody),
      [true],
    ],
  ])("%s", async (_, table, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const running = () => run(statement, [only], "wait");
    const change = rowsOf(table, "anonymized_at = now()");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
  });

  const isCurrent = /\(ms\.next_expiry_on < b\.day\) is not true and (?=ms\.stamps \+ b)/;
  test.each([
    ["it is not done", adjustments, [false]],
    ["without the guard it is", without(isCurrent), [true]],
  ])("stamps expire: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call({ delta: 1 });
    const running = () => run(statement, [only], "wait");
    const change = rowsOf("memberships", "next_expiry_on = '2020-01-01'");
    expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
  });

  const isOwned = /\(l\.key is null or exists \(select 1 from owned\)\)/;
  test.each([
    ["it is not done", adjustments, [false]],
    ["without the guard it is", without(isOwned, "true"), [true]],
  ])("the key is written: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call({ key: "k", fingerprint: "f" });
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), running)).toEqual(done);
  });

  const fewer = rowsOf("memberships", "stamps = 2");
  test.each([
    ["it is not done", adjustments, [false]],
    ["without the guard the statement fails", without(/ and ms\.stamps \+ b\.delta >= 0/), "23514"],
  ])("fewer stamps are left than it removes: %s", async (_, statement, done) => {
    const { merchant, call, run } = await setting();
    const only = await call();
    const running = () => run(statement, [only], "wait");
    expect(await whileItWaits(t, merchant.id, fewer, running)).toEqual(done);
  });

  const fromSeen = without(
    /set stamps = ms\.stamps \+ l\.delta/,
    "set stamps = (select b.stamps from seen b) + l.delta",
  );
  test.each([
    ["the rest is told and written", adjustments, 1],
    ["if it is reckoned from what was seen, the others come back", fromSeen, 4],
  ])("stamps are removed: %s", async (_, statement, stamps) => {
    const { merchant, place, call } = await setting();
    const only = await call({ delta: -1 });
    const running = () => statement.run(t.db, place, [only], "wait");
    expect(await whileItWaits(t, merchant.id, fewer, running)).toMatchObject([
      { isDone: true, done: { changed: { stamps } } },
    ]);
    const rows = (await t.rows(merchant)).get("memberships");
    expect(rows?.get(String(only.customer))).toMatchObject({ stamps });
  });
});
