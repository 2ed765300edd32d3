import type { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { savePaymentMethod } from "../../payment-methods/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { cancelSale } from "../cancel-sale/cancel-sale.ts";
import type { SaleInput } from "../types.ts";
import { modifySale } from "./modify-sale.ts";

const t = harnessOfFile();

const DAY_MS = 86_400_000;
const latte = {
  ...{ product: "Latte", quantity: "3.000", subtotal: "45000.00", stamps: null },
  ...{ isEligible: true, extraData: null },
};
const empty = {
  ...{ user: null, people: 1, soldAt: null, total: "95000.00", subtotal: null, discount: null },
  ...{ serviceCharge: null, tax: null, channel: null, type: null, payments: [] },
  ...{ stamps: null, employeeCode: null, extraData: null },
};
const nothing = { total: "0.00", subtotal: null, items: [], payments: [], stamps: null };
const less = (total: string) => ({ ...nothing, total });

/** Makes a merchant whose sales earn a stamp for each 10,000, a store, and a member with 5 stamps. */
async function setting(settings: Partial<typeof schema.merchants.$inferInsert> = {}) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", ...settings });
  const store = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  let invoices = 0;
  const sell = async (changes: Partial<SaleInput> = {}, ctx = t.as(merchant)) => {
    invoices++;
    const sale = { ...empty, items: [latte], store: store.id, invoiceNumber: `INV-${invoices}` };
    return (await addSale(ctx, { ...sale, user: member.email, ...changes })).sale;
  };
  const spend = async (stamps: number) => {
    const { id } = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
    const input = { ...plain, user: member.email, store: store.id, reward: id, qty: 1 };
    await redeemReward(t.as(merchant), { ...input, stamps });
  };
  return { merchant, store, member, sell, spend, ctx: t.as(merchant) };
}

describe("a modified sale", () => {
  test("takes back what it no longer earns; all rows are written together", async () => {
    const { merchant, member, sell, ctx } = await setting();
    const sale = await sell();
    const before = await t.rows(merchant);
    const items = [{ product: "Latte", quantity: "-1.000" }];
    expect(await modifySale(ctx, sale.id, { ...less("-15000.00"), items })).toMatchObject({
      sale: { ...sale, total: "80000.00", stampsEarned: 8 },
      customer: { id: member.id },
      membership: { stamps: 13 },
    });
    expect(await t.written(merchant, before)).toEqual({
      transactions: [{ id: sale.id, total: "80000.00", spending: "80000.00", stampsEarned: 8 }],
      transactionItems: [expect.objectContaining({ quantity: "2.000", subtotal: "30000.00" })],
      transactionModifications: [
        expect.objectContaining({
          ...{ transactionId: sale.id, total: "-15000.00", subtotal: "0.00", stamps: -1 },
          ...{ items, createdBy: "token:1" },
        }),
      ],
      memberships: [{ customerId: member.id, stamps: 13, entryNumber: 3 }],
      stampEntries: [
        expect.objectContaining({
          ...{ cause: "earning_modification", reversedId: sale.id, delta: -1, number: 3 },
        }),
      ],
      auditEntries: [
        expect.objectContaining({
          action: "transactions.modify",
          subject: `transaction ${sale.id}`,
        }),
      ],
    });
  });

  test("goes by the payments that earned when its customer was named, not when it was added", async () => {
    const { member, sell, ctx } = await setting();
    const payments = ["cash", "gift"].map((method) => {
      return { method, value: "50000.00", countsForLevels: true };
    });
    const open = { user: null, total: "100000.00", items: [], payments, invoiceNumber: "INV-9" };
    await sell(open);
    await savePaymentMethod(ctx, { code: "gift", name: "Gift card", earns: false });
    const { id, stampsEarned } = await sell({ ...open, user: member.email });
    expect(stampsEarned).toBe(5);
    const { sale } = await modifySale(ctx, id, less("-50000.00"));
    expect(sale.stampsEarned).toBe(2);
  });

  test("F11: has the payments that are left, also for the next modification", async () => {
    const { merchant, sell, ctx } = await setting();
    await savePaymentMethod(ctx, { code: "gift", name: "Gift card", earns: false });
    const payments = [
      { method: "Gift", value: "60000.00", countsForLevels: false },
      { method: "cash", value: "35000.00", countsForLevels: true },
    ];
    const { id, stampsEarned } = await sell({ payments });
    expect(stampsEarned).toBe(3);
    const before = await t.rows(merchant);
    const back = { ...less("-60000.00"), payments: [{ method: "GIFT", value: "-60000.00" }] };
    expect((await modifySale(ctx, id, back)).sale.stampsEarned).toBe(3);
    expect(await t.written(merchant, before)).toMatchObject({
      transactions: [{ id, total: "35000.00" }],
      transactionPayments: [{ transactionId: id, line: 1, value: "0.00" }],
    });
    const between = await t.rows(merchant);
    expect((await modifySale(ctx, id, less("-17500.00"))).sale.stampsEarned).toBe(1);
    expect(await t.written(merchant, between)).toMatchObject({
      transactionPayments: [{ transactionId: id, line: 2, value: "17500.00" }],
    });
  });

  test("may be modified again, and canceled, which takes back the rest", async () => {
    const { sell, ctx } = await setting();
    const { id } = await sell();
    await modifySale(ctx, id, less("-15000.00"));
    expect(await modifySale(ctx, id, less("-30000.00"))).toMatchObject({
      ...{ sale: { total: "50000.00", stampsEarned: 5 }, membership: { stamps: 10 } },
    });
    expect(await cancelSale(ctx, id)).toMatchObject({ membership: { stamps: 5 } });
    const again = modifySale(ctx, id, less("-1.00"));
    expect((await refusalOf(again)).code).toBe("invalid_transaction");
  });

  test("gives the cap of its day back", async () => {
    const { sell, ctx } = await setting({ earnMaxPerDay: 10 });
    const { id } = await sell();
    expect((await sell()).stampsEarned).toBe(1);
    await modifySale(ctx, id, less("-50000.00"));
    expect((await sell()).stampsEarned).toBe(5);
  });

  test("two at once take off twice, one after the other", async () => {
    const { sell, ctx } = await setting();
    const { id } = await sell();
    const calls = Array.from({ length: 8 }, () => modifySale(ctx, id, less("-10000.00")));
    const totals = (await Promise.all(calls)).map(({ sale }) => Number(sale.total)).sort();
    expect(totals).toEqual([15000, 25000, 35000, 45000, 55000, 65000, 75000, 85000]);
    expect(await modifySale(ctx, id, nothing)).toMatchObject({
      ...{ sale: { total: "15000.00", stampsEarned: 1 }, membership: { stamps: 6 } },
    });
  });

  test("two at once take back a stamp once, if the second no longer earns it", async () => {
    const { sell, spend, ctx } = await setting();
    const { id } = await sell({ total: "90000.00" });
    await spend(13);
    const calls = [1, 2].map(() => modifySale(ctx, id, less("-5000.00")));
    expect((await Promise.all(calls)).map(({ membership }) => membership?.stamps)).toEqual([0, 0]);
  });

  test("is refused if the stamps that go back are spent, and changes nothing", async () => {
    const { merchant, sell, spend, ctx } = await setting();
    const { id } = await sell();
    await spend(10);
    const before = await t.rows(merchant);
    expect(await refusalOf(modifySale(ctx, id, less("-50000.00")))).toMatchObject({
      ...{ code: "insufficient_stamps", expected: "5 stamps", found: "4 stamps" },
      message: "Transaction can't be modified due to insufficient Stamps",
    });
    expect(await t.written(merchant, before)).toEqual({});
    expect(await modifySale(ctx, id, less("-40000.00"))).toMatchObject({
      membership: { stamps: 0 },
    });
  });

  test("takes no stamps that have expired since, also if no entry shows it yet", async () => {
    const { merchant, sell, spend } = await setting({ stampsValidDays: 1 });
    const { id } = await sell();
    await spend(6);
    // the 5 opening stamps never expire; of the 9 earned stamps, 6 are spent and 3 have expired
    const later = t.as(merchant, { clockOffsetMs: 3 * DAY_MS });
    expect(await modifySale(later, id, less("-20000.00"))).toMatchObject({
      ...{ sale: { stampsEarned: 7 }, membership: { stamps: 3 } },
    });
    const rest = modifySale(later, id, less("-75000.00"));
    expect(await refusalOf(rest)).toMatchObject({
      ...{ code: "insufficient_stamps", expected: "4 stamps", found: "3 stamps" },
    });
  });

  test.each([
    [{ items: [{ product: "Bun", quantity: "-1.000" }] }, "product_not_found", undefined],
    [{ items: [{ product: "Latte", quantity: "-4.000" }] }, "invalid", "items"],
    [{ total: "-95000.01" }, "invalid", "total_value"],
    [{ subtotal: "-1.00" }, "invalid", "subtotal"],
    [{ payments: [{ method: "cash", value: "-0.01" }] }, "invalid", "payments"],
    [{ stamps: -10 }, "invalid", "stamps"],
  ])("does not lose more than it has: %j", async (changes, code, field) => {
    const { merchant, sell, ctx } = await setting();
    const { id } = await sell();
    const before = await t.rows(merchant);
    const refused = await refusalOf(modifySale(ctx, id, { ...nothing, ...changes }));
    expect([refused.code, refused.field]).toEqual([code, field]);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("has a customer", async () => {
    const { sell, ctx } = await setting();
    const { id } = await sell({ user: null });
    const refused = modifySale(ctx, id, less("-1.00"));
    expect((await refusalOf(refused)).code).toBe("invalid_transaction");
  });

  test("belongs to its merchant and its store", async () => {
    const { merchant, sell } = await setting();
    const { id } = await sell();
    const stranger = await setting();
    expect((await refusalOf(modifySale(stranger.ctx, id, nothing))).code).toBe(
      "transaction_not_found",
    );
    const elsewhere = await t.given.store(merchant);
    const within = t.within(merchant, [elsewhere.id]);
    expect((await refusalOf(modifySale(within, id, nothing))).code).toBe("permission_denied");
  });

  test("by a key is modified once, and answers as the first call did", async () => {
    const { merchant, sell } = await setting();
    const { id } = await sell();
    const first = await modifySale(t.keyed(merchant, "k"), id, less("-20000.00"));
    await modifySale(t.as(merchant), id, less("-20000.00"));
    expect(await modifySale(t.keyed(merchant, "k"), id, less("-20000.00"))).toEqual(first);
    expect(await modifySale(t.as(merchant), id, nothing)).toMatchObject({
      sale: { total: "55000.00" },
    });
  });
});
