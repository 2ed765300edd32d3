import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  guardless,
  keyOf,
  type OpenHarness,
  openHarness,
  plain,
  rowsOf,
  runFor,
  whileHeld,
  whileItWaits,
} from "../../testing/index.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { addInvoiceNumbers, type InvoiceCall, operation } from "./add-invoice-number.sql.ts";

// Tests the conditions on idempotency keys (guards), and the locks against an anonymization. With a guard or a
// lock removed, the wrong effect must appear.

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
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
  const extraData = { note: "table 4" };
  const { redemption } = await redeemReward(t.as(merchant), { ...input, extraData });
  const numberOf = async () => {
    const rows = (await t.rows(merchant)).get("redemptions");
    return rows?.get(String(redemption.id))?.invoiceNumber;
  };
  return { merchant, customer, redemption, numberOf };
}

const without = guardless(addInvoiceNumbers);
const keyed = { key: "k", fingerprint: "f" };
const callFor = (redemption: number, parts: Partial<InvoiceCall> = {}): InvoiceCall => ({
  ...{ redemption, allowedStores: null, invoiceNumber: "INV-2", key: null, fingerprint: null },
  ...parts,
});

describe("a call that cannot be done", () => {
  const lock = "select 1 from redemptions where merchant_id = $1 for update";

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

describe("a call that meets an anonymization", () => {
  const customerLock = "select 1 from customers where merchant_id = $1 for update";

  test.each([
    ["waits for the lock on the customer", addInvoiceNumbers, "waits"],
    [
      "does not wait without its own lock",
      without(/ cross join lateral \(select u\.id from customers u .*?\) u(?= cross)/),
      [true],
    ],
  ])("%s", async (_, statement, done) => {
    const { merchant, redemption } = await setting();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const sent = () => run(statement, [callFor(redemption.id, keyed)], "wait");
    expect(await whileHeld(t, merchant.id, customerLock, sent)).toEqual(done);
  });

  const older = "(select s.redemption from seen s where s.n = b.n) as redemption";
  test.each([
    ["stores the extra data that the redemption has afterwards", addInvoiceNumbers, null],
    [
      "stores the erased extra data if it does not read the locked row",
      without(/(?<=select )json_build_object\([^()]*\) as redemption(?= from redemptions)/, older),
      { note: "table 4" },
    ],
  ])("%s", async (_, statement, extraData) => {
    const { merchant, customer, redemption } = await setting();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const sent = () => run(statement, [callFor(redemption.id, keyed)], "wait");
    const emptied = rowsOf("redemptions", "extra_data = null");
    expect(await whileItWaits(t, merchant.id, emptied, sent)).toEqual([true]);
    const kept = await t.db.query.idempotencyOutcomes.findFirst({
      where: (row, { and, eq }) =>
        and(eq(row.merchantId, merchant.id), eq(row.operation, operation)),
    });
    expect(kept?.outcome).toMatchObject({
      frame: { redemption: { id: redemption.id, extraData }, customer: { id: customer.id } },
    });
  });
});
