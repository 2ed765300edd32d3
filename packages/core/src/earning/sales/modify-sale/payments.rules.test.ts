import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, hundredths } from "../../../holding/vouchers/amount.rules.ts";
import { modifyContent, type RecordedContent } from "./modification.rules.ts";
import { paymentsAfter } from "./payments.rules.ts";

const paid = (method: string, value: string) => ({ method, value });
const gift = paid("GIFT", "20.00");
const cash = paid("CASH", "10.00");
const valuesOf = (payments: readonly { readonly value: string }[] | null) =>
  payments?.map(({ value }) => value);

describe("F11: the payments of a smaller sale", () => {
  // GIFT earns nothing. A mug of 10 and a pot of 20 were sold, and the pot comes back.
  test.each([
    ["of the gift card", [paid("GIFT", "-20.00")], ["0.00", "10.00"], 10],
    ["not named", [], ["6.67", "3.33"], 3],
    [
      "of the cash, and what it does not hold of the card",
      [paid("CASH", "-20.00")],
      ["10.00", "0.00"],
      0,
    ],
  ])("that come back %s leave these stamps", (_, payments, values, stampsEarned) => {
    const line = { stamps: null, isEligible: true, quantity: "1.000" };
    const sale: RecordedContent = {
      ...{ total: "30.00", originalTotal: "30.00", subtotal: null, spending: "30.00" },
      ...{
        stampsEarned: 10,
        stampsSent: null,
        rule: "amount",
        multiplier: "1.00",
        earnLimit: 1000,
      },
      programme: {
        ...{ earnAmount: "1.00", earnStamps: 1, earnOn: "total", acceptsStampsFromPos: true },
        ...{ mostPerTransaction: null, mostPerDay: null },
      },
      items: [
        { ...line, line: 1, product: "Mug", subtotal: "10.00" },
        { ...line, line: 2, product: "Pot", subtotal: "20.00" },
      ],
      payments: [
        { ...gift, line: 1, earned: false, countsForLevels: true },
        { ...cash, line: 2, earned: true, countsForLevels: true },
      ],
    };
    const items = [{ product: "Pot", quantity: "-1.000" }];
    const modification = { total: "-20.00", subtotal: null, items, payments, stamps: null };
    const modified = modifyContent(sale, modification);
    expect(modified).toMatchObject({ total: "10.00", stampsEarned });
    const left = new Map(sale.payments.map(({ line: of, value }) => [of, value]));
    if ("payments" in modified)
      for (const { line: of, value } of modified.payments) left.set(of, value);
    expect([...left.values()]).toEqual(values);
  });

  test.each([
    ["a method without regard to case", [paid("gift", "-5.00")], "25.00", ["15.00", "10.00"]],
    [
      "a method that did not pay: the first pays",
      [paid("CARD", "-5.00")],
      "25.00",
      ["15.00", "10.00"],
    ],
    [
      "two lines of a method, of which one goes beyond it",
      [paid("CASH", "-8.00"), paid("CASH", "-8.00")],
      "14.00",
      ["14.00", "0.00"],
    ],
    [
      "less than the total loses: the rest in proportion",
      [paid("CASH", "-5.00")],
      "10.00",
      ["8.00", "2.00"],
    ],
    ["more than the total loses", [paid("CASH", "-5.00")], "30.00", ["20.00", "5.00"]],
    ["more than was paid", [paid("CASH", "-30.01")], "30.00", undefined],
  ])("named, %s", (_, back, after, values) => {
    expect(valuesOf(paymentsAfter([gift, cash], back, { before: "30.00", after }))).toEqual(values);
  });

  test.each([
    ["are halves rounded up", ["0.05"], { before: "1.00", after: "0.50" }, ["0.03"]],
    [
      "do not exceed it by rounding",
      ["0.01", "0.01"],
      { before: "0.02", after: "0.01" },
      ["0.01", "0.00"],
    ],
    ["beyond the total shrink too", ["40.00"], { before: "20.00", after: "10.00" }, ["20.00"]],
    ["of a free sale stay", ["5.00"], { before: "0.00", after: "0.00" }, ["5.00"]],
  ])("not named, %s", (_, values, totals, expected) => {
    const payments = values.map((value) => paid("CASH", value));
    expect(valuesOf(paymentsAfter(payments, [], totals))).toEqual(expected);
  });

  test("never grow, and never exceed the total if they did not before", () => {
    const cents = fc.bigInt({ min: 0n, max: 10_000n });
    const method = fc.constantFrom("GIFT", "CASH", "CARD");
    const payments = fc.array(fc.record({ method, value: cents.map(amountOf) }), { maxLength: 4 });
    const back = fc.array(
      fc.record({ method, value: cents.map((value) => `-${amountOf(value)}`) }),
      { maxLength: 3 },
    );
    const sumOf = (of: readonly { readonly value: string }[]) =>
      of.reduce((sum, { value }) => sum + hundredths(value), 0n);
    fc.assert(
      fc.property(payments, back, cents, cents, (recorded, named, more, less) => {
        const before = sumOf(recorded) + more;
        const after = less < before ? before - less : 0n;
        const totals = { before: amountOf(before), after: amountOf(after) };
        const left = paymentsAfter(recorded, named, totals);
        if (!left) {
          expect(-sumOf(named)).toBeGreaterThan(sumOf(recorded));
          return;
        }
        expect(sumOf(left)).toBeLessThanOrEqual(after);
        for (const [index, { value }] of left.entries())
          expect(hundredths(value)).toBeLessThanOrEqual(
            hundredths(recorded[index]?.value ?? "0.00"),
          );
      }),
    );
  });
});
