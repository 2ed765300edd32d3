import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addSale, cancelSale, modifySale } from "../../earning/sales/index.ts";
import { setLevel } from "../../members/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";

// Tests which sales count when a sale raises its member to a level, and when that sale is canceled or
// modified later.

const t = harnessOfFile();

const DAY_MS = 86_400_000;
const START = "2027-01-29T05:00:00Z";

/** Makes a merchant with two members, and a level 200 that is reached with 100.00 of spending in a month. */
async function setting() {
  const merchant = await t.given.merchant();
  const gold = { level: 200, name: "Gold", spendingToReach: "100.00", keepMonths: 1 };
  await t.db.insert(schema.levels).values({ ...gold, merchantId: merchant.id });
  const store = await t.given.store(merchant);
  const [one, other] = [await t.given.customer(merchant), await t.given.customer(merchant)];
  const after = (days: number) =>
    t.as(merchant, { clockOffsetMs: t.offsetTo(START) + days * DAY_MS });
  let invoices = 0;
  /** Adds a sale of a member, `days` days after `START`. Its time is `soldOn` days after `START`. */
  const sell = async (
    { email }: { readonly email: string },
    total: string,
    days = 0,
    soldOn = days,
  ) => {
    invoices++;
    const soldAt = new Date(Date.parse(START) + soldOn * DAY_MS).toISOString();
    const { sale, membership } = await addSale(after(days), {
      ...{ store: store.id, user: email, invoiceNumber: `INV-${invoices}`, people: 1, total },
      ...{
        soldAt: soldOn === days ? null : soldAt,
        subtotal: null,
        discount: null,
        serviceCharge: null,
        tax: null,
      },
      ...{ channel: null, type: null, items: [], payments: [], stamps: null },
      ...{ employeeCode: null, extraData: null },
    });
    return { ...sale, level: membership?.level };
  };
  const membershipOf = async ({ id }: { readonly id: number }) => {
    const { memberships: rows } = schema;
    const [row] = await t.db
      .select()
      .from(rows)
      .where(and(eq(rows.merchantId, merchant.id), eq(rows.customerId, id)));
    return row;
  };
  const levelOf = async (customer: { readonly id: number }) =>
    (await membershipOf(customer))?.level;
  return { merchant, one, other, sell, after, membershipOf, levelOf };
}

const less = { total: "-60.00", subtotal: null, items: [], payments: [], stamps: null };

test("a sale raises its own member, by that member's sales alone", async () => {
  const { one, other, sell, levelOf } = await setting();
  expect((await sell(other, "60.00")).level).toBe(100);
  expect((await sell(one, "60.00")).level).toBe(100);
  expect((await sell(one, "40.00")).level).toBe(200);
  expect(await levelOf(other)).toBe(100);
});

test("a sale of a member who cannot earn raises nobody", async () => {
  const { merchant, one, sell } = await setting();
  await t.given.block(merchant, one);
  expect((await sell(one, "120.00")).level).toBe(100);
});

test("a canceled sale does not count", async () => {
  const { one, sell, after } = await setting();
  await cancelSale(after(0), (await sell(one, "60.00")).id);
  expect((await sell(one, "60.00")).level).toBe(100);
});

test("another merchant's level of the same number is not this merchant's", async () => {
  const easier = await t.given.merchant();
  const silver = { level: 150, name: "Silver", spendingToReach: "1.00" };
  await t.db.insert(schema.levels).values({ ...silver, merchantId: easier.id });
  const { one, sell } = await setting();
  expect((await sell(one, "60.00")).level).toBe(100);
});

test.each([
  [
    "canceled",
    ({ after }: Awaited<ReturnType<typeof setting>>, id: number) => cancelSale(after(9), id),
  ],
  [
    "modified",
    ({ after }: Awaited<ReturnType<typeof setting>>, id: number) => modifySale(after(9), id, less),
  ],
])(
  "a %s sale takes back the level that it gave, whatever others spend, or the member later",
  async (_, takeBack) => {
    const found = await setting();
    const { one, other, sell, levelOf } = found;
    const raising = await sell(one, "120.00");
    // a day later, so that the newest change of a level is the other member's
    await sell(other, "120.00", 1);
    await sell(one, "90.00", 5);
    await takeBack(found, raising.id);
    expect([await levelOf(one), await levelOf(other)]).toEqual([100, 200]);
  },
);

describe("two sales that raise their member one after the other", () => {
  /** Makes a second sale that reaches level 300 only together with the first. */
  async function raisedTwice(second = "200.00") {
    const found = await setting();
    const platinum = { level: 300, name: "Platinum", spendingToReach: "300.00", keepMonths: 6 };
    await t.db.insert(schema.levels).values({ ...platinum, merchantId: found.merchant.id });
    const { one, sell, after, membershipOf } = found;
    const sales = [await sell(one, "120.00"), await sell(one, second, 1)];
    expect(sales.map(({ level }) => level)).toEqual([200, 300]);
    const state = async () => {
      const { level, levelUntil } = (await membershipOf(one)) ?? {};
      return [level, levelUntil];
    };
    const cancel = async (n: number) => {
      await cancelSale(after(2), sales[n]?.id ?? 0);
      return state();
    };
    const modify = async (n: number, by: string) => {
      await modifySale(after(2), sales[n]?.id ?? 0, { ...less, total: by });
      return state();
    };
    return { ...found, cancel, modify };
  }

  test("leave no level once the second and then the first are canceled", async () => {
    const { cancel } = await raisedTwice();
    expect(await cancel(1)).toEqual([200, "2027-02-28"]);
    expect(await cancel(0)).toEqual([100, null]);
  });

  test("leave no level once the first and then the second are canceled", async () => {
    const { cancel } = await raisedTwice();
    expect(await cancel(0)).toEqual([300, "2027-07-30"]);
    expect(await cancel(1)).toEqual([100, null]);
  });

  test("leave no level once the second has nothing left and the first is canceled", async () => {
    const { cancel, modify } = await raisedTwice();
    expect(await modify(1, "-200.00")).toEqual([200, "2027-02-28"]);
    expect(await cancel(0)).toEqual([100, null]);
  });

  test("leave no level once the first has nothing left and the second is canceled", async () => {
    const { cancel, modify } = await raisedTwice();
    expect(await modify(0, "-120.00")).toEqual([300, "2027-07-30"]);
    expect(await cancel(1)).toEqual([100, null]);
  });

  test("leave the level that the rest of the second reaches by itself", async () => {
    const { cancel, modify } = await raisedTwice();
    expect(await cancel(0)).toEqual([300, "2027-07-30"]);
    expect(await modify(1, "-60.00")).toEqual([200, "2027-02-28"]);
  });

  test("leave the last day of the sale that stands, not of one that is reached again", async () => {
    const { one, sell, after, levelOf, membershipOf, merchant } = await setting();
    const platinum = { level: 300, name: "Platinum", spendingToReach: "300.00", keepMonths: 6 };
    await t.db.insert(schema.levels).values({ ...platinum, merchantId: merchant.id });
    const first = await sell(one, "120.00");
    await modifySale(after(0), first.id, less);
    expect(await levelOf(one)).toBe(100);
    await sell(one, "60.00", 12, -4);
    const last = await sell(one, "200.00", 17);
    expect(last.level).toBe(300);
    await cancelSale(after(18), last.id);
    expect(await membershipOf(one)).toMatchObject({ level: 200, levelUntil: "2027-03-10" });
  });

  test("leave the level that staff have given in between", async () => {
    const { one, after, cancel } = await raisedTwice();
    await cancel(1);
    await setLevel(after(2), { user: one.email, level: 200, upgradeOnly: false, endDate: null });
    expect(await cancel(0)).toEqual([200, null]);
  });
});

test("a modified sale leaves the level that another sale gave", async () => {
  const { one, sell, after, levelOf } = await setting();
  const first = await sell(one, "60.00");
  await sell(one, "120.00");
  await modifySale(after(0), first.id, less);
  expect(await levelOf(one)).toBe(200);
});

test("a modified sale leaves the level that its rest still reaches", async () => {
  const { one, sell, after, levelOf } = await setting();
  const { id } = await sell(one, "200.00");
  await modifySale(after(0), id, less);
  expect(await levelOf(one)).toBe(200);
  // 80.00 is left, less than the 100.00 of level 200
  await modifySale(after(0), id, less);
  expect(await levelOf(one)).toBe(100);
});

test("a modified sale that still reaches its level leaves the level's last day", async () => {
  const { merchant, one, sell, after, membershipOf } = await setting();
  const { id } = await sell(one, "200.00");
  const before = await membershipOf(one);
  expect(before).toMatchObject({ level: 200, levelUntil: expect.any(String) });
  await t.db.execute(`update levels set keep_months = 6 where merchant_id = ${merchant.id}`);
  await modifySale(after(0), id, less);
  expect(await membershipOf(one)).toMatchObject({ level: 200, levelUntil: before?.levelUntil });
});

test("a level added later does not keep the level of a canceled sale", async () => {
  const { merchant, one, sell, after, levelOf } = await setting();
  await sell(one, "60.00");
  const { id, level } = await sell(one, "40.00");
  expect(level).toBe(200);
  const platinum = { level: 300, name: "Platinum", spendingToReach: "50.00", keepMonths: 12 };
  await t.db.insert(schema.levels).values({ ...platinum, merchantId: merchant.id });
  await cancelSale(after(0), id);
  expect(await levelOf(one)).toBe(100);
});
