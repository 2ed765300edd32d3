import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { listStampChanges } from "../../../holding/stamps/index.ts";
import type { SpentStamps } from "../../../running/programme/programme.rules.ts";
import { cancelRedemption, redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { aSale, plain, refusalOf, together, twoProcesses } from "../../../testing/index.ts";
import { addAward, adjustStamps } from "../../awards/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { modifySale } from "../modify-sale/modify-sale.ts";
import { cancelSale } from "./cancel-sale.ts";

const t = harnessOfFile();

/** Makes a merchant whose sales of 90,000 earn 9 stamps each, a store, and a member with 5 stamps. */
async function setting(spentStampsOnCancel: SpentStamps = "owe") {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", spentStampsOnCancel });
  const { id: store } = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  const reward = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
  const ctx = t.as(merchant);
  let invoices = 0;
  const sell = (total = "90000.00") => {
    const invoiceNumber = `INV-${++invoices}`;
    return addSale(ctx, {
      ...aSale({ total }),
      channel: null,
      store,
      user: member.email,
      invoiceNumber,
    });
  };
  const spend = async (stamps: number) => {
    const input = { ...plain, user: member.email, store, reward: reward.id, qty: 1 };
    return (await redeemReward(ctx, { ...input, stamps })).redemption.id;
  };
  /** Sells, and spends all 14 stamps. */
  const sellAndSpend = async () => {
    const { sale } = await sell();
    return { sale, redemptionId: await spend(14) };
  };
  const entries = async () => {
    const page = await listStampChanges(ctx, { customerId: member.id, after: null, limit: 100 });
    return page.items.map(({ cause, delta }) => [cause, delta]);
  };
  return { merchant, store, member, ctx, sell, spend, sellAndSpend, entries };
}

describe("stamps of a canceled sale that are spent", () => {
  test("are refused by default, with what is missing", async () => {
    const { ctx, merchant, sellAndSpend } = await setting("refuse");
    const { sale } = await sellAndSpend();
    const before = await t.rows(merchant);
    expect(await refusalOf(cancelSale(ctx, sale.id))).toMatchObject({
      code: "insufficient_stamps",
      shortage: { needed: 9, remaining: 0 },
    });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("are let go by zero, and nothing is owed", async () => {
    const { ctx, merchant, sell, spend, member } = await setting("zero");
    const { sale } = await sell();
    await spend(12);
    const before = await t.rows(merchant);
    expect(await cancelSale(ctx, sale.id)).toMatchObject({
      ...{ sale: { status: "Canceled" }, stampsLetGo: 7 },
      membership: { stamps: 0, stampsOwed: 0 },
    });
    expect(await t.written(merchant, before)).toMatchObject({
      memberships: [{ customerId: member.id, stamps: 0, entryNumber: 4 }],
      stampEntries: [{ cause: "earning_cancellation", delta: -2, reversedId: sale.id, number: 4 }],
    });
    expect(await cancelSale(ctx, sale.id)).toMatchObject({ stampsLetGo: 0 });
  });

  test("are owed by owe, in both ledgers", async () => {
    const { ctx, merchant, sell, spend, member } = await setting();
    const { sale } = await sell();
    await spend(12);
    const before = await t.rows(merchant);
    expect(await cancelSale(ctx, sale.id)).toMatchObject({
      ...{ stampsLetGo: 0, membership: { stamps: 0, stampsOwed: 7 } },
    });
    expect(await t.written(merchant, before)).toMatchObject({
      memberships: [{ customerId: member.id, stamps: 0, stampsOwed: 7, entryNumber: 4 }],
      stampDebts: [{ cause: "cancel", causeId: sale.id, customerId: member.id, delta: 7 }],
      stampEntries: [{ cause: "earning_cancellation", delta: -2 }],
    });
  });

  test("are owed when a sale is modified, and not again when it is canceled", async () => {
    const { ctx, sellAndSpend } = await setting();
    const { sale } = await sellAndSpend();
    const less = { total: "-50000.00", subtotal: null, items: [], payments: [], stamps: null };
    expect(await modifySale(ctx, sale.id, less)).toMatchObject({
      ...{ sale: { stampsEarned: 4 }, stampsLetGo: 0, membership: { stamps: 0, stampsOwed: 5 } },
    });
    expect(await cancelSale(ctx, sale.id)).toMatchObject({
      membership: { stamps: 0, stampsOwed: 9 },
    });
  });

  test("are let go when a sale is modified under zero", async () => {
    const { ctx, sellAndSpend } = await setting("zero");
    const { sale } = await sellAndSpend();
    const less = { total: "-50000.00", subtotal: null, items: [], payments: [], stamps: null };
    expect(await modifySale(ctx, sale.id, less)).toMatchObject({
      ...{ stampsLetGo: 5, membership: { stamps: 0, stampsOwed: 0 } },
    });
  });

  // without its guards more than one is done: `checks.test.ts`
  test("are owed once by 20 cancels in two processes", async () => {
    const { ctx, merchant, member, sellAndSpend } = await setting();
    const { sale } = await sellAndSpend();
    const told = await together(twoProcesses(t), 20, (writing) =>
      cancelSale({ ...ctx, writing }, sale.id),
    );
    expect(told).toEqual({ done: 20 });
    const { memberships, stampDebts } = schema;
    const of = <Table extends { merchantId: AnyPgColumn }>(table: Table) =>
      eq(table.merchantId, merchant.id);
    expect(await t.db.select().from(memberships).where(of(memberships))).toMatchObject([
      { customerId: member.id, stamps: 0, stampsOwed: 9 },
    ]);
    expect(await t.db.select().from(stampDebts).where(of(stampDebts))).toHaveLength(1);
  });
});

describe("a debt", () => {
  /** A member who owes 9 stamps and has none. */
  async function owing() {
    const shop = await setting();
    const { sale, redemptionId } = await shop.sellAndSpend();
    await cancelSale(shop.ctx, sale.id);
    return { ...shop, redemptionId };
  }

  test("is paid by the next sales, and their answers say so", async () => {
    const { merchant, sell, member, entries } = await owing();
    const before = await t.rows(merchant);
    const { sale, membership } = await sell("40000.00");
    expect(sale).toMatchObject({ stampsEarned: 4, stampsPaidOff: 4 });
    expect(membership).toMatchObject({ stamps: 0, stampsOwed: 5 });
    expect(await t.written(merchant, before)).toMatchObject({
      memberships: [{ customerId: member.id, stampsOwed: 5, entryNumber: 6 }],
      stampDebts: [{ cause: "earning", causeId: sale.id, delta: -4 }],
      stampEntries: [
        { cause: "earning", causeId: sale.id, delta: 4, number: 5 },
        { cause: "earning_debt", causeId: sale.id, delta: -4, number: 6, reversedId: sale.id },
      ],
    });
    expect(await sell()).toMatchObject({
      sale: { stampsEarned: 9, stampsPaidOff: 5 },
      membership: { stamps: 4, stampsOwed: 0 },
    });
    expect((await sell()).sale).toMatchObject({ stampsEarned: 9, stampsPaidOff: 0 });
    expect((await entries()).slice(0, 3)).toEqual([
      ["earning", 9],
      ["earning_debt", -5],
      ["earning", 9],
    ]);
  });

  test("is answered alike for a repeated sale", async () => {
    const { ctx, store, member } = await owing();
    const again = {
      ...aSale({ total: "40000.00" }),
      channel: null,
      store,
      user: member.email,
      invoiceNumber: "A",
    };
    const first = await addSale(ctx, again);
    expect(first.sale.stampsPaidOff).toBe(4);
    expect(await addSale(ctx, again)).toEqual(first);
  });

  test("is paid by an Open sale that is claimed", async () => {
    const { ctx, store, member } = await owing();
    const open = {
      ...aSale({ total: "40000.00" }),
      channel: null,
      store,
      user: null,
      invoiceNumber: "OPEN",
    };
    expect((await addSale(ctx, open)).sale).toMatchObject({ stampsEarned: 0, stampsPaidOff: 0 });
    expect(await addSale(ctx, { ...open, user: member.email })).toMatchObject({
      sale: { stampsEarned: 4, stampsPaidOff: 4 },
      membership: { stamps: 0, stampsOwed: 5 },
    });
  });

  test("is as it was after a sale and its void", async () => {
    const { ctx, sell, entries } = await owing();
    for (const total of ["40000.00", "120000.00"]) {
      const { sale } = await sell(total);
      expect(await cancelSale(ctx, sale.id)).toMatchObject({
        membership: { stamps: 0, stampsOwed: 9 },
      });
    }
    expect((await entries()).slice(0, 4)).toEqual([
      ["earning_cancellation", -12],
      ["earning_debt_canceled", 9],
      ["earning_debt", -9],
      ["earning", 12],
    ]);
  });

  test.each(["refuse", "zero"] as const)(
    "that a sale paid is owed again after its void: %s",
    async (how) => {
      const { ctx, merchant, sell } = await owing();
      const { sale } = await sell();
      await t.db.execute(
        `update merchants set spent_stamps_on_cancel = '${how}' where id = ${merchant.id}`,
      );
      expect(await cancelSale(ctx, sale.id)).toMatchObject({
        ...{ stampsLetGo: 0, membership: { stamps: 0, stampsOwed: 9 } },
      });
    },
  );

  test("is paid by a canceled redemption", async () => {
    const { ctx, merchant, redemptionId, entries } = await owing();
    const before = await t.rows(merchant);
    const input = { redemptionId, createReplacementVoucher: false };
    expect(await cancelRedemption(ctx, input)).toMatchObject({
      membership: { stamps: 5, stampsOwed: 0 },
    });
    expect(await t.written(merchant, before)).toMatchObject({
      memberships: [{ stamps: 5, stampsOwed: 0, entryNumber: 6 }],
      stampDebts: [{ cause: "cancellation", causeId: redemptionId, delta: -9 }],
      stampEntries: [
        { cause: "cancellation", causeId: redemptionId, delta: 14, number: 5 },
        { cause: "cancellation_debt", delta: -9, number: 6, reversedId: redemptionId },
      ],
    });
    expect(await cancelRedemption(ctx, input)).toMatchObject({
      membership: { stamps: 5, stampsOwed: 0 },
    });
    expect((await entries()).slice(0, 2)).toEqual([
      ["cancellation_debt", -9],
      ["cancellation", 14],
    ]);
  });

  test("is not paid by gifts: awards and adjustments", async () => {
    const { ctx, member } = await owing();
    const gift = { user: member.email, store: null, stamps: 3, notes: null, expiresOn: null };
    expect(await addAward(ctx, gift)).toMatchObject({ membership: { stamps: 3, stampsOwed: 9 } });
    expect(await adjustStamps(ctx, { customerId: member.id, delta: 2, reason: "A gift" })).toEqual({
      stamps: 5,
    });
  });
});
