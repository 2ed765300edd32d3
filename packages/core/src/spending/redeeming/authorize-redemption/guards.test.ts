import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  guardless,
  type OpenHarness,
  openHarness,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../../testing/index.ts";
import { type AuthorizationCall, insertAuthorizations } from "./authorize-redemption.sql.ts";

// A guard is an SQL condition that protects a write. Each test runs the statement with the guard and without
// it. Without it the wrong effect must appear, which proves that the guard is needed.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

const without = guardless(insertAuthorizations);
const changePin = "verifier = 'another'";

async function setting() {
  const merchant = await t.given.merchant();
  const { id: customer } = await t.given.customer(merchant);
  const pin = { merchantId: merchant.id, customerId: customer, verifier: "right" };
  await t.db.insert(schema.pins).values(pin);
  const call: AuthorizationCall = {
    ...{ customer, requestId: "r", timeout: 60, verifier: "right", key: null, fingerprint: null },
    id: await t.deps.ids.take(merchant.id, "redemption_authorizations"),
  };
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { merchant, call, run: runFor(t, place) };
}

test("another PIN, or one that is gone, authorizes nothing", async () => {
  const { call, run } = await setting();
  expect(await run(insertAuthorizations, [{ ...call, verifier: "wrong" }], "wait")).toEqual([
    false,
  ]);
  expect(await run(insertAuthorizations, [{ ...call, customer: 1 }], "wait")).toEqual([false]);
  expect(await run(insertAuthorizations, [call], "wait")).toEqual([true]);
});

test.each([
  ["it authorizes nothing", insertAuthorizations, [false]],
  ["without the guard it does", without(/ and p\.verifier = c\.verifier(?= for share)/), [true]],
])("the PIN is changed while the statement waits: %s", async (_, statement, done) => {
  const { merchant, call, run } = await setting();
  const change = rowsOf("pins", changePin);
  const running = () => run(statement, [call], "wait");
  expect(await whileItWaits(t, merchant.id, change, running)).toEqual(done);
});

test("without its lock it does not wait for the change", async () => {
  const { merchant, call, run } = await setting();
  const sql = openClient(t.open.url, 1);
  try {
    await sql.begin(async (holder) => {
      await holder.unsafe(`update pins set ${changePin} where merchant_id = ${merchant.id}`);
      expect(await run(without(/for share/), [call], "wait")).toEqual([true]);
    });
  } finally {
    await sql.end();
  }
});
