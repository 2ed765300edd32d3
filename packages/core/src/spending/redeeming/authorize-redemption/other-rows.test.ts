import { schema } from "@stampbook/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenHarness, openHarness, runFor } from "../../../testing/index.ts";
import { type AuthorizationCall, insertAuthorizations } from "./authorize-redemption.sql.ts";

// Tests that the statement uses only the PIN of the call's own customer and merchant.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** Makes a customer with a PIN. Returns functions that make and run calls to authorize by this PIN. */
async function customerWith(verifier: string, id?: number) {
  const merchant = await t.given.merchant();
  const customer = await t.given.customer(merchant, id === undefined ? {} : { id });
  await t.db
    .insert(schema.pins)
    .values({ merchantId: merchant.id, customerId: customer.id, verifier });
  const call = async (changes: Partial<AuthorizationCall> = {}): Promise<AuthorizationCall> => ({
    ...{ customer: customer.id, requestId: "r", timeout: 60, verifier },
    ...{ key: null, fingerprint: null },
    id: await t.deps.ids.take(merchant.id, "redemption_authorizations"),
    ...changes,
  });
  const place = { merchantId: merchant.id, offsetMs: 0 };
  return { customer, call, run: runFor(t, place) };
}

test("the PIN of another merchant's customer with the same id authorizes nothing", async () => {
  const { customer } = await customerWith("another merchant's");
  const { call, run } = await customerWith("right", customer.id);
  const wrong = await call({ verifier: "another merchant's" });
  expect(await run(insertAuthorizations, [wrong], "wait")).toEqual([false]);
  expect(await run(insertAuthorizations, [await call()], "wait")).toEqual([true]);
});

test("each call of a batch gets its own answer", async () => {
  const { call, run } = await customerWith("right");
  const calls = [await call(), await call({ verifier: "wrong" }), await call()];
  expect(await run(insertAuthorizations, calls)).toEqual([true, false, true]);
});
