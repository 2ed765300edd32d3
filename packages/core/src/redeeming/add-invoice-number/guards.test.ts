import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  plain,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { addInvoiceNumbers, type InvoiceCall, operation } from "./add-invoice-number.sql.ts";

// Tests the conditions on idempotency keys (guards). With a guard removed, the wrong effect must appear.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness(() => createTestDatabase({ isPatient: true }));
});
// Closes the database without an audit: these tests leave a key without an outcome.
afterAll(() => t?.open.close());

/** Makes a redemption without an invoice number. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const input = { ...plain, user: customer.email, store: store.id, reward, qty: 1, stamps: null };
  const { redemption } = await redeemReward(t.as(merchant), input);
  const numberOf = async () => {
    const rows = (await t.rows(merchant)).get("redemptions");
    return rows?.get(String(redemption.id))?.invoiceNumber;
  };
  return { merchant, redemption, numberOf };
}

describe("a call that cannot be done", () => {
  const without = guardless(addInvoiceNumbers);
  const lock = "select 1 from redemptions where merchant_id = $1 for update";
  const keyed = { key: "k", fingerprint: "f" };
  const callFor = (redemption: number, parts: Partial<InvoiceCall> = {}): InvoiceCall => ({
    ...{ redemption, allowedStores: null, invoiceNumber: "INV-2", key: null, fingerprint: null },
    ...parts,
  });

  test.each([
    ["waits for no row if its key has an outcome", addInvoiceNumbers, [false]],
    ["waits without the guard", without(/ and k\.fingerprint is null(?= as passes)/), "waits"],
  ])("%s", async (_, statement, done) => {
    const { merchant, redemption } = await setting();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const call = callFor(redemption.id, keyed);
    expect(await run(addInvoiceNumbers, [call])).toEqual([true]);
    const again = () => run(statement, [call], "wait");
    expect(await whileHeld(t, merchant.id, lock, again)).toEqual(done);
  });

  test.each([
    ["writes nothing if another call takes its key meanwhile", addInvoiceNumbers, [false], null],
    [
      "writes for another's key without the guard",
      without(/ and \(l\.key is null or exists \(select 1 from owned\)\)(?= returning l\.\*)/),
      [true],
      "INV-2",
    ],
  ])("%s", async (_, statement, done, number) => {
    const { merchant, redemption, numberOf } = await setting();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const sent = () => run(statement, [callFor(redemption.id, keyed)], "wait");
    expect(await whileItWaits(t, merchant.id, keyOf(operation), sent)).toEqual(done);
    expect(await numberOf()).toBe(number);
  });
});
