import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Programme, SaleContent } from "../../earning/sales/earning.rules.ts";
import { anyMember, type Earner, earn } from "./earn.ts";

const programme: Programme = {
  earnAmount: "10000.00",
  earnStamps: 1,
  earnOn: "total",
  mostPerTransaction: null,
  mostPerDay: null,
  acceptsStampsFromPos: true,
};
const sale: SaleContent = {
  total: "95000.00",
  subtotal: null,
  items: [],
  payments: [],
  stamps: null,
};
const item = { subtotal: "0.00", stamps: null, isEligible: true };
const payment = { value: "0.00", isEligible: true };

type Case = {
  readonly name: string;
  readonly sale?: Partial<SaleContent>;
  readonly programme?: Partial<Programme>;
  readonly earner?: Partial<Earner>;
  readonly earns: number;
};
const cases: Case[] = [
  { name: "each full amount", earns: 9 },
  { name: "exactly one amount", sale: { total: "10000.00" }, earns: 1 },
  { name: "a hundredth less", sale: { total: "9999.99" }, earns: 0 },
  { name: "several stamps for an amount", programme: { earnStamps: 3 }, earns: 27 },
  { name: "nothing by amount", programme: { earnAmount: null }, earns: 0 },
  {
    name: "the subtotal",
    sale: { subtotal: "50000.00" },
    programme: { earnOn: "subtotal" },
    earns: 5,
  },
  { name: "the total where no subtotal came", programme: { earnOn: "subtotal" }, earns: 9 },
  {
    name: "items that do not earn",
    sale: { items: [{ ...item, subtotal: "40000.00", isEligible: false }] },
    earns: 5,
  },
  {
    name: "payments that do not earn",
    sale: { payments: [{ ...payment, value: "30000.00", isEligible: false }, payment] },
    earns: 6,
  },
  {
    name: "the larger of both, not their sum",
    sale: {
      items: [{ ...item, subtotal: "40000.00", isEligible: false }],
      payments: [{ ...payment, value: "30000.00", isEligible: false }],
    },
    earns: 5,
  },
  {
    name: "an item with stamps of its own",
    sale: { items: [{ ...item, subtotal: "35000.00", stamps: 20 }] },
    earns: 26,
  },
  {
    name: "an item with stamps of its own that does not earn",
    sale: { items: [{ ...item, subtotal: "35000.00", stamps: 20, isEligible: false }] },
    earns: 6,
  },
  {
    name: "more that does not earn than the total",
    sale: { items: [{ ...item, subtotal: "200000.00", isEligible: false }] },
    earns: 0,
  },
  { name: "the multiplier, rounded down once", earner: { multiplier: "1.25" }, earns: 11 },
  {
    name: "the multiplier on items too",
    sale: { total: "10000.00", items: [{ ...item, stamps: 1 }] },
    earner: { multiplier: "1.50" },
    earns: 3,
  },
  { name: "the figure of the POS", sale: { stamps: 4 }, earner: { multiplier: "2.00" }, earns: 4 },
  { name: "a figure of 0", sale: { stamps: 0 }, earns: 0 },
  {
    name: "no figure of the POS where the merchant does not accept it",
    sale: { stamps: 4 },
    programme: { acceptsStampsFromPos: false },
    earns: 9,
  },
  { name: "the cap of a sale", programme: { mostPerTransaction: 5 }, earns: 5 },
  {
    name: "the cap of a sale for the figure of the POS",
    sale: { stamps: 40 },
    programme: { mostPerTransaction: 5 },
    earns: 5,
  },
  {
    name: "what is left of the day",
    programme: { mostPerDay: 12 },
    earner: { earnedThatDay: 10 },
    earns: 2,
  },
  {
    name: "a day that is over its cap",
    programme: { mostPerDay: 12 },
    earner: { earnedThatDay: 20 },
    earns: 0,
  },
  { name: "a member who cannot earn", earner: { canEarn: false }, earns: 0 },
  {
    name: "never more than a million",
    sale: { total: "999999999999.99" },
    programme: { earnAmount: "0.01", earnStamps: 1_000_000_000 },
    earner: { multiplier: "9.99" },
    earns: 1_000_000,
  },
];

describe("what a sale earns", () => {
  test.each(cases)("$name: $earns", (given) => {
    const earned = earn(
      { ...sale, ...given.sale },
      { ...programme, ...given.programme },
      { ...anyMember, ...given.earner },
    );
    expect(earned.stamps).toBe(given.earns);
  });

  test("it says by which rule, multiplier and limit", () => {
    const capped = { ...programme, mostPerTransaction: 50, mostPerDay: 30 };
    const earner = { ...anyMember, multiplier: "1.50", earnedThatDay: 5 };
    expect(earn(sale, capped, earner)).toEqual({
      stamps: 13,
      rule: "amount",
      multiplier: "1.50",
      limit: 25,
    });
    expect(earn({ ...sale, stamps: 4 }, capped, earner).rule).toBe("pos");
  });
});

describe("any sale", () => {
  const amounts = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2));
  const sales = fc.record({
    total: amounts,
    subtotal: fc.option(amounts),
    items: fc.array(
      fc.record({
        subtotal: amounts,
        stamps: fc.option(fc.nat({ max: 20 })),
        isEligible: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
    payments: fc.array(fc.record({ value: amounts, isEligible: fc.boolean() }), { maxLength: 3 }),
    stamps: fc.option(fc.nat({ max: 100 })),
  });

  test("earns a whole number from 0 to its limit", () => {
    fc.assert(
      fc.property(sales, fc.nat({ max: 40 }), fc.nat({ max: 40 }), (any, cap, earnedThatDay) => {
        const capped = { ...programme, earnAmount: "7.35", mostPerDay: cap };
        const { stamps, limit } = earn(any, capped, { ...anyMember, earnedThatDay });
        expect(Number.isInteger(stamps)).toBe(true);
        expect(stamps).toBeGreaterThanOrEqual(0);
        expect(stamps).toBeLessThanOrEqual(limit);
        expect(limit + Math.min(earnedThatDay, cap)).toBeLessThanOrEqual(cap);
      }),
    );
  });

  test("earns no less for a larger total", () => {
    fc.assert(
      fc.property(sales, amounts, (any, more) => {
        const total = (Number(any.total) + Number(more)).toFixed(2);
        const earned = (content: SaleContent) => earn(content, programme, anyMember).stamps;
        expect(earned({ ...any, total })).toBeGreaterThanOrEqual(earned(any));
      }),
    );
  });
});
