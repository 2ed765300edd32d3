import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { saleCalls } from "../../../testing/calls/sale-calls.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { sales } from "./add-sale.ts";

// Tests that each call finds and writes only the rows of its own sale.

const t = harnessOfFile();

const HOUR_MS = 3_600_000;
const line = (product: string) => ({
  ...{ product, quantity: "1.000", subtotal: "20000.00", stamps: null, isEligible: true },
  extraData: null,
});
const paidBy = (method: string) => ({ method, value: "95000.00", countsForLevels: true });

describe("calls of one batch", () => {
  test("a call that repeats a sale does not hold up another of its customer", async () => {
    const { member, inputOf, callOf, sell, run } = await saleCalls(t);
    const { email: user } = await member();
    const input = inputOf({ user });
    await sell(input);
    const calls = [await callOf(input), await callOf(inputOf({ user }))];
    expect(await run(sales.statement, calls)).toEqual([false, true]);
  });

  test("enter the lines and payments of their own sales", async () => {
    const { merchant, inputOf, callOf, run } = await saleCalls(t);
    const inputs = ["Kopi", "Teh"].map((product) =>
      inputOf({ items: [line(product)], payments: [paidBy(product)] }),
    );
    const calls = await Promise.all(inputs.map((input) => callOf(input)));
    const before = await t.rows(merchant);
    expect(await run(sales.statement, calls)).toEqual([true, true]);
    const { transactionItems = [], transactionPayments = [] } = await t.written(merchant, before);
    const ids = calls.map(({ transaction }) => transaction);
    expect(transactionItems.map(({ transactionId, product }) => [transactionId, product])).toEqual([
      [ids[0], "Kopi"],
      [ids[1], "Teh"],
    ]);
    expect(transactionPayments.map(({ transactionId, method }) => [transactionId, method])).toEqual(
      [
        [ids[0], "Kopi"],
        [ids[1], "Teh"],
      ],
    );
  });

  test("claim their own sales, with the figure that each sends, and leave others Open", async () => {
    const { merchant, member, inputOf, callOf, sell, run } = await saleCalls(t);
    const content = { items: [line("Kopi")], payments: [paidBy("cash")] };
    const [one, other, open] = [inputOf(content), inputOf(content), inputOf(content)];
    const ids = [await sell(one), await sell(other), await sell(open)].map(({ id }) => id);
    const [first, second] = [await member(), await member()];
    const calls = [
      await callOf({ ...one, user: first.email, stamps: 3 }),
      await callOf({ ...other, user: second.email, stamps: 4 }),
    ];
    const before = await t.rows(merchant);
    expect(await run(sales.statement, calls)).toEqual([true, true]);
    const written = await t.written(merchant, before);
    expect(written.transactions).toEqual([
      expect.objectContaining({
        ...{ id: ids[0], customerId: first.id, status: "Created" },
        ...{ stampsSent: 3, stampsEarned: 3 },
      }),
      expect.objectContaining({
        ...{ id: ids[1], customerId: second.id, status: "Created" },
        ...{ stampsSent: 4, stampsEarned: 4 },
      }),
    ]);
    // the items and payments were written when the Open sale was added
    expect(Object.keys(written)).toEqual(["memberships", "stampEntries", "transactions"]);
  });
});

test("of a batch only the sale that reaches a level writes a change of level, its own", async () => {
  const { merchant, member, inputOf, callOf, run } = await saleCalls(t);
  await t.db.execute(`update levels set spending_to_reach = 90000
    where merchant_id = ${merchant.id} and level = 200`);
  const totals = ["1000.00", "95000.00"];
  const calls = await Promise.all(
    totals.map(async (total) => callOf(inputOf({ total, user: (await member()).email }))),
  );
  const before = await t.rows(merchant);
  expect(await run(sales.statement, calls)).toEqual([true, true]);
  const { levelChanges } = await t.written(merchant, before);
  expect(levelChanges).toMatchObject([
    { id: calls[1]?.levelChange, levelAfter: 200, causeId: calls[1]?.transaction },
  ]);
});

describe("an invoice number", () => {
  test("is another sale in another store", async () => {
    const { merchant, member, inputOf, sell } = await saleCalls(t);
    const { email: user } = await member();
    const input = inputOf({ user });
    const { id } = await sell(input);
    const elsewhere = await t.given.store(merchant);
    const there = await sell({ ...input, store: elsewhere.id, total: "20000.00" });
    expect(there).toMatchObject({ status: "Created", total: "20000.00" });
    expect(there.id).not.toBe(id);
  });

  test.each([
    ["30 hours before", 30],
    ["29 hours after, by a clock that was set back", -29],
  ])("without a time is another sale than one %s", async (_, hours) => {
    const { merchant, member, inputOf, sell } = await saleCalls(t);
    const noon = t.offsetTo("2026-11-23T05:00:00Z");
    const input = inputOf({ user: (await member()).email });
    const at = (offset: number) => t.as(merchant, { clockOffsetMs: noon + offset * HOUR_MS });
    const { id } = await sell(input, at(0));
    expect((await sell(input, at(hours))).id).not.toBe(id);
  });
});

describe("what a sale earns", () => {
  test("does not depend on the sales of others or of other days, within the cap of a day", async () => {
    const { merchant, member, inputOf, sell } = await saleCalls(t, { earnMaxPerDay: 12 });
    const [{ email: user }, { email: another }] = [await member(), await member()];
    const noon = t.offsetTo("2026-11-23T05:00:00Z");
    const today = t.as(merchant, { clockOffsetMs: noon });
    const yesterday = t.as(merchant, { clockOffsetMs: noon - 24 * HOUR_MS });
    await sell(inputOf({ user }), yesterday);
    await sell(inputOf({ user: another }), today);
    expect(await sell(inputOf({ user }), today)).toMatchObject({ stampsEarned: 9 });
    expect(await sell(inputOf({ user }), today)).toMatchObject({ stampsEarned: 3 });
  });

  test("is no entry of the ledger if it is nothing", async () => {
    const { merchant, inputOf, sell } = await saleCalls(t);
    const { email: user } = await t.given.customer(merchant, {}, { isBlocked: true });
    const before = await t.rows(merchant);
    await sell(inputOf({ user }));
    expect(Object.keys(await t.written(merchant, before)).sort()).toEqual([
      "memberships",
      "transactions",
    ]);
  });

  test("depends on the method of each payment, of the same merchant", async () => {
    const other = await saleCalls(t);
    const { merchant, member, inputOf, sell } = await saleCalls(t);
    const method = { codeKey: "CASH", code: "cash", name: "Cash", earns: false };
    await t.db.insert(schema.paymentMethods).values([
      { ...method, merchantId: other.merchant.id },
      { ...method, merchantId: merchant.id, codeKey: "GIFT", code: "gift" },
    ]);
    const { email: user } = await member();
    const earned = async (paid: string) =>
      (await sell(inputOf({ user, payments: [paidBy(paid)] }))).stampsEarned;
    expect([await earned("cash"), await earned("Gift")]).toEqual([9, 0]);
  });
});
