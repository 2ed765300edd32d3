import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountOf, hundredths } from "../../../holding/vouchers/amount.rules.ts";
import { anyMember, earn } from "../../../testing/comparing/earn.ts";
import type { Programme } from "../earning.rules.ts";
import { type Modification, modifyContent, type RecordedContent } from "./modification.rules.ts";

const programme: Programme = {
  ...{ earnAmount: "10000.00", earnStamps: 1, earnOn: "total" as const },
  ...{ mostPerTransaction: null, mostPerDay: null, acceptsStampsFromPos: true },
};
const sale: RecordedContent = {
  ...{ total: "95000.00", originalTotal: "95000.00", subtotal: "90000.00" },
  ...{
    spending: "95000.00",
    stampsEarned: 9,
    stampsSent: null,
    rule: "amount" as const,
    multiplier: "1.00",
  },
  ...{ earnLimit: 1_000_000, programme, items: [], payments: [] },
};
const nothing: Modification = {
  ...{ total: "0.00", subtotal: null, items: [], payments: [], stamps: null },
};
const paid = { line: 1, method: "gift", earned: true, countsForLevels: true };
const line = { line: 1, product: "Latte", quantity: "3.000", subtotal: "10.00", isEligible: true };

describe("what is taken off a sale", () => {
  test.each<[string, Partial<RecordedContent>, Partial<Modification>, number]>([
    ["its rule is applied to the smaller total", {}, { total: "-20000.00" }, 7],
    ["nothing taken changes nothing", {}, {}, 9],
    [
      "the level's multiplier stays",
      { multiplier: "2.00", stampsEarned: 18 },
      { total: "-20000.00" },
      14,
    ],
    ["the cap stays", { earnLimit: 5, stampsEarned: 5 }, { total: "-20000.00" }, 5],
    [
      "a subtotal that earns",
      { programme: { ...programme, earnOn: "subtotal" } },
      { subtotal: "-30000.00" },
      6,
    ],
    [
      "a payment that does not earn",
      { payments: [{ ...paid, value: "50000.00", earned: false }], stampsEarned: 4 },
      { total: "-20000.00" },
      3,
    ],
    [
      "the figure of a POS shrinks with the total",
      { rule: "pos", stampsSent: 10, stampsEarned: 10 },
      { total: "-9500.00" },
      9,
    ],
    [
      "and from the first figure, however often",
      { rule: "pos", stampsSent: 10, stampsEarned: 9, total: "94000.00" },
      { total: "-8500.00" },
      9,
    ],
    ["a figure in the call is a difference", { rule: "pos", stampsSent: 10 }, { stamps: -4 }, 5],
    [
      "which a merchant may not take from a POS",
      { programme: { ...programme, acceptsStampsFromPos: false } },
      { stamps: -4 },
      9,
    ],
    [
      "an imported sale shrinks in proportion",
      { rule: null, programme: null },
      { total: "-47500.00" },
      4,
    ],
    [
      "a free sale keeps its figure",
      { rule: "pos", total: "0.00", originalTotal: "0.00", stampsSent: 9 },
      {},
      9,
    ],
  ])("%s", (_, changes, taken, stampsEarned) => {
    const modified = modifyContent({ ...sale, ...changes }, { ...nothing, ...taken });
    expect(modified).toMatchObject({ stampsEarned });
  });

  test.each<[Partial<RecordedContent>, Partial<Modification>, object]>([
    [{}, { total: "-95000.01" }, { tooMuch: "total" }],
    [{}, { subtotal: "-90000.01" }, { tooMuch: "subtotal" }],
    [{ subtotal: null }, { subtotal: "-0.01" }, { tooMuch: "subtotal" }],
    [{}, { stamps: -10 }, { tooMuch: "stamps" }],
    [
      { items: [{ ...line, stamps: null }] },
      { items: [{ product: "Bun", quantity: "-1.000" }] },
      { tooMuch: "product", item: 0 },
    ],
    [
      { items: [{ ...line, stamps: null }] },
      {
        items: [
          { product: "Latte", quantity: "-2.000" },
          { product: "Latte", quantity: "-1.001" },
        ],
      },
      { tooMuch: "quantity", item: 1 },
    ],
  ])("of %j %j is too much", (changes, taken, expected) => {
    expect(modifyContent({ ...sale, ...changes }, { ...nothing, ...taken })).toEqual(expected);
  });

  test("comes from the lines of its product in their order, with their subtotal and own stamps", () => {
    const items = [
      { ...line, stamps: 5 },
      { ...line, line: 2, product: "Bun", stamps: null },
      { ...line, line: 3, stamps: 5 },
    ];
    const taken = [{ product: "Latte", quantity: "-4.000" }];
    expect(modifyContent({ ...sale, items }, { ...nothing, items: taken })).toMatchObject({
      items: [
        { line: 1, quantity: "0.000", subtotal: "0.00", stamps: 0 },
        { line: 3, quantity: "2.000", subtotal: "6.67", stamps: 3 },
      ],
    });
  });

  test("leaves what counts for levels, less the payments that do not", () => {
    const payments = [{ ...paid, value: "80000.00", countsForLevels: false }];
    const after = (total: string) => modifyContent({ ...sale, payments }, { ...nothing, total });
    expect(after("-5000.00")).toMatchObject({ spending: "14210.53" });
    expect(after("-50000.00")).toMatchObject({ spending: "7105.26" });
  });

  test("leaves what counts for levels of an imported sale, whose payments are unknown", () => {
    const imported = { ...sale, rule: null, programme: null, spending: "15000.00" };
    const after = (total: string) => modifyContent(imported, { ...nothing, total });
    expect(after("-5000.00")).toMatchObject({ spending: "14210.53" });
    expect(after("-50000.00")).toMatchObject({ spending: "7105.26" });
  });
});

test("a smaller sale by amount earns what it would have earned at once, however it was made smaller", () => {
  const amount = fc.bigInt({ min: 0n, max: 100_000_000n });
  fc.assert(
    fc.property(
      amount,
      fc.array(amount, { maxLength: 4 }),
      fc.integer({ min: 0, max: 60 }),
      (of, parts, cap) => {
        const capped = { ...programme, mostPerTransaction: cap };
        const earned = (total: bigint) =>
          earn(
            {
              ...{ total: amountOf(total), subtotal: null, items: [], payments: [] },
              stamps: null,
            },
            capped,
            anyMember,
          );
        const first = earned(of);
        let content: RecordedContent = {
          ...sale,
          ...{ total: amountOf(of), originalTotal: amountOf(of), programme: capped },
          ...{ stampsEarned: first.stamps, earnLimit: first.limit },
        };
        for (const part of parts) {
          const modified = modifyContent(content, { ...nothing, total: `-${amountOf(part)}` });
          if ("tooMuch" in modified) {
            expect(part).toBeGreaterThan(hundredths(content.total));
            continue;
          }
          expect(modified.stampsEarned).toBe(earned(hundredths(modified.total)).stamps);
          content = { ...content, total: modified.total, stampsEarned: modified.stampsEarned };
        }
      },
    ),
  );
});
