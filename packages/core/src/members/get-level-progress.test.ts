import { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { addSale } from "../earning/sales/index.ts";
import { harnessOfFile } from "../testing/harness-of-file.ts";
import { refusalOf } from "../testing/index.ts";
import { getLevelProgress } from "./get-level-progress.ts";

const t = harnessOfFile();

type Level = Partial<typeof schema.levels.$inferInsert> & { readonly level: number };
const gold: Level = { level: 300, spendingToReach: "1000.00", keepMonths: 1 };

async function setting(levels: readonly Level[], membership: object = {}) {
  const merchant = await t.given.merchant();
  const merchantId = merchant.id;
  for (const each of levels)
    await t.db.insert(schema.levels).values({ merchantId, name: `Level ${each.level}`, ...each });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, membership);
  let invoices = 0;
  const at = (day: string) => t.as(merchant, { clockOffsetMs: t.offsetTo(`${day}T05:00:00Z`) });
  const spend = (day: string, total: string, uncounted: string | null = null) =>
    addSale(at(day), {
      ...{ store: store.id, user: customer.id, invoiceNumber: `INV-${++invoices}`, people: 1 },
      ...{ soldAt: null, total, subtotal: null, serviceCharge: null, tax: null, discount: null },
      ...{
        channel: null,
        type: null,
        items: [],
        stamps: null,
        employeeCode: null,
        extraData: null,
      },
      payments: uncounted ? [{ method: "gift", value: uncounted, countsForLevels: false }] : [],
    });
  const progress = (day: string) => getLevelProgress(at(day), customer.id);
  return { merchant, customer, spend, progress };
}

describe("the next level", () => {
  test("is the lowest above the member's that is reached by spending", async () => {
    const { progress } = await setting([gold, { level: 200 }, { ...gold, level: 400 }]);
    expect(await progress("2027-03-10")).toEqual({
      levelsCarrySpending: true,
      upgrade: { missing: "1000.00", deadline: null, level: 300, levelName: "Level 300" },
      downgrade: null,
    });
  });

  test("is none where levels are given by hand alone, or for the highest", async () => {
    const byHand = await setting([{ level: 200 }]);
    expect(await byHand.progress("2027-03-10")).toEqual({
      levelsCarrySpending: false,
      upgrade: null,
      downgrade: null,
    });
    const highest = await setting([gold], { level: 300 });
    expect(await highest.progress("2027-03-10")).toMatchObject({ upgrade: null, downgrade: null });
  });

  test("lacks what was not spent within its months, less payments that do not count", async () => {
    const { spend, progress } = await setting([gold]);
    await spend("2027-02-10", "300.00");
    await spend("2027-02-20", "250.50", "50.50");
    expect((await progress("2027-03-09")).upgrade).toEqual({
      ...{ missing: "500.00", deadline: "2027-03-09", level: 300, levelName: "Level 300" },
    });
    // the first sale is a month old and no longer counts
    expect((await progress("2027-03-10")).upgrade).toEqual({
      ...{ missing: "800.00", deadline: "2027-03-19", level: 300, levelName: "Level 300" },
    });
    await spend("2027-03-11", "5000.00");
    // the sale raises the member at once
    expect(await progress("2027-03-11")).toEqual({
      ...{ levelsCarrySpending: true, upgrade: null },
      downgrade: {
        ...{ missing: "1000.00", deadline: "2027-04-11", level: 100, levelName: "Blue" },
      },
    });
  });

  test.each([
    ["2027-01-31", "2027-02-28"],
    ["2027-01-28", "2027-02-27"],
    ["2027-03-31", "2027-04-30"],
    ["2027-03-30", "2027-04-29"],
  ])("counts what was spent on %s through %s", async (day, last) => {
    const { spend, progress } = await setting([gold]);
    await spend(day, "400.00");
    expect((await progress(last)).upgrade).toMatchObject({ missing: "600.00", deadline: last });
    const next = new Date(Date.parse(`${last}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect((await progress(next)).upgrade).toMatchObject({ missing: "1000.00", deadline: null });
  });
});

describe("to keep a level", () => {
  const membership = { level: 300, levelUntil: "2027-03-31" };

  test("takes its spending in the months before its last day", async () => {
    const { spend, progress } = await setting([gold], membership);
    await spend("2027-02-27", "999.00");
    await spend("2027-03-05", "400.00");
    expect((await progress("2027-03-10")).downgrade).toEqual({
      ...{ missing: "600.00", deadline: "2027-03-31", level: 100, levelName: "Blue" },
    });
  });

  test("takes nothing if it has no end, if no spending keeps it, or if it is the lowest", async () => {
    const cases: [Level, object][] = [
      [gold, { level: 300 }],
      [{ level: 300 }, membership],
      [
        { ...gold, level: 50 },
        { level: 50, levelUntil: "2027-03-31" },
      ],
    ];
    for (const [level, row] of cases)
      expect((await (await setting([level], row)).progress("2027-03-10")).downgrade).toBeNull();
  });
});

test("another merchant's customer is unknown", async () => {
  const { customer } = await setting([gold]);
  const other = await t.given.merchant();
  expect(await refusalOf(getLevelProgress(t.as(other), customer.email))).toMatchObject({
    ...{ code: "invalid_data", field: "__all__" },
  });
});
