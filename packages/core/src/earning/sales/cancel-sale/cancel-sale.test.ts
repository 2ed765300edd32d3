import type { schema } from "@stampbook/db";
import { describe, expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { createHarness, plain, refusalOf } from "../../../testing/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { findSale } from "../reading/find-sale.ts";
import { getSale } from "../reading/whole-sale.sql.ts";
import type { SaleInput } from "../types.ts";
import { cancelSale } from "./cancel-sale.ts";

const t = harnessOfFile();

const DAY_MS = 86_400_000;
const empty = {
  ...{ user: null, people: 1, soldAt: null, total: "95000.00", subtotal: null, discount: null },
  ...{ serviceCharge: null, tax: null, channel: null, type: null, items: [], payments: [] },
  ...{ stamps: null, employeeCode: null, extraData: null },
};

/** Makes a merchant whose sales earn a stamp for each 10,000, a store, and a member with 5 stamps. */
async function setting(settings: Partial<typeof schema.merchants.$inferInsert> = {}) {
  const merchant = await t.given.merchant({ earnAmount: "10000.00", ...settings });
  const store = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  let invoices = 0;
  const sell = async (changes: Partial<SaleInput> = {}, ctx = t.as(merchant)) => {
    invoices++;
    const sale = { ...empty, store: store.id, invoiceNumber: `INV-${invoices}` };
    return (await addSale(ctx, { ...sale, user: member.email, ...changes })).sale;
  };
  const spend = async (stamps: number, ctx = t.as(merchant)) => {
    const { id } = await t.given.reward(merchant, { kind: "flexible", stampsToRedeem: 0 });
    const input = { ...plain, user: member.email, store: store.id, reward: id, qty: 1 };
    await redeemReward(ctx, { ...input, stamps });
  };
  return { merchant, store, member, sell, spend, ctx: t.as(merchant) };
}

describe("a canceled sale", () => {
  test("takes back what it gave; sale, membership, ledger and audit are written together", async () => {
    const { merchant, member, sell, ctx } = await setting();
    const sale = await sell();
    const before = await t.rows(merchant);
    const canceled = await cancelSale(ctx, sale.id);
    expect(canceled).toMatchObject({
      sale: { ...sale, status: "Canceled", stampsEarned: 9 },
      customer: { id: member.id },
      membership: { stamps: 5 },
    });
    expect(await t.written(merchant, before)).toEqual({
      transactions: [
        { id: sale.id, status: "Canceled", canceledAt: expect.any(String), canceledBy: "token:1" },
      ],
      memberships: [{ customerId: member.id, stamps: 5, entryNumber: 3 }],
      stampEntries: [
        expect.objectContaining({
          ...{ cause: "earning_cancellation", causeId: sale.id, reversedId: sale.id, delta: -9 },
          number: 3,
        }),
      ],
      auditEntries: [
        expect.objectContaining({
          action: "transactions.cancel",
          subject: `transaction ${sale.id}`,
        }),
      ],
    });
  });

  test("again has the same outcome and writes nothing", async () => {
    const { merchant, sell, ctx } = await setting();
    const { id } = await sell();
    const first = await cancelSale(ctx, id);
    const before = await t.rows(merchant);
    expect(await cancelSale(ctx, id)).toEqual(first);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("gives the cap of its day back", async () => {
    const { sell, ctx } = await setting({ earnMaxPerDay: 10 });
    const first = await sell();
    expect((await sell()).stampsEarned).toBe(1);
    await cancelSale(ctx, first.id);
    expect((await sell()).stampsEarned).toBe(9);
  });

  test("F3: is refused when it is sent again, with its id and status, and earns nothing", async () => {
    const { merchant, sell, ctx } = await setting();
    const { id } = await sell({ invoiceNumber: "again" });
    await cancelSale(ctx, id);
    const before = await t.rows(merchant);
    for (const total of [undefined, "1.00"])
      expect(
        await refusalOf(sell({ invoiceNumber: "again", ...(total ? { total } : {}) })),
      ).toMatchObject({
        ...{ code: "duplicate_invoice_number", existingTransactionId: id },
        existingTransactionStatus: "Canceled",
      });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("F3: is replaced under its number if the call says so; a late retry meets the new sale", async () => {
    const { merchant, sell, ctx } = await setting();
    const { id } = await sell({ invoiceNumber: "again" });
    await cancelSale(ctx, id);
    const before = await t.rows(merchant);
    const corrected = { invoiceNumber: "again", total: "50000.00", replaceCanceled: true };
    const anew = await sell(corrected);
    expect(anew).toMatchObject({ status: "Created", stampsEarned: 5 });
    expect(anew.id).not.toBe(id);
    expect(await t.written(merchant, before)).toMatchObject({
      transactions: expect.arrayContaining([
        { id, supersededById: anew.id },
        expect.objectContaining({ id: anew.id, stampsEarned: 5 }),
      ]),
      memberships: [{ stamps: 10 }],
      stampEntries: [{ cause: "earning", causeId: anew.id, delta: 5 }],
    });
    const between = await t.rows(merchant);
    expect(await sell(corrected)).toEqual(anew);
    expect(await refusalOf(sell({ invoiceNumber: "again" }))).toMatchObject({
      ...{ existingTransactionId: anew.id, existingTransactionStatus: "Created" },
    });
    expect(await t.written(merchant, between)).toEqual({});
  });

  test("F3: is replaced as often as it is canceled, also with the same content and by a day's fuzz", async () => {
    const { merchant, sell, store } = await setting();
    const ids: number[] = [];
    for (const clockOffsetMs of [0, 0, 20 * 3_600_000]) {
      const ctx = t.as(merchant, { clockOffsetMs });
      const { id } = await sell({ invoiceNumber: "again", replaceCanceled: true }, ctx);
      await cancelSale(ctx, id);
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
    for (const [index, supersededById] of [ids[1], ids[2], null].entries())
      expect(await getSale(t.as(merchant), ids[index] ?? 0)).toMatchObject({
        ...{ status: "Canceled", supersededById },
      });
    const { businessDay } = await getSale(t.as(merchant), ids[2] ?? 0);
    const invoice = { invoiceNumber: "again", businessDay, store: store.id };
    expect(await findSale(t.as(merchant), invoice)).toBe(ids[2]);
  });

  test("F3: of two calls at once that replace it, one is the retry of the other", async () => {
    const { merchant, member, sell, ctx } = await setting();
    const { id } = await sell({ invoiceNumber: "again" });
    await cancelSale(ctx, id);
    const replace = { invoiceNumber: "again", replaceCanceled: true };
    const other = createHarness(t.db).as(merchant);
    const [one, two] = await Promise.all([sell(replace), sell(replace, other)]);
    expect(one).toEqual(two);
    expect(await sell({ ...replace, user: member.email })).toEqual(one);
  });

  test("of nobody is canceled, and can no longer be claimed", async () => {
    const { member, sell, ctx } = await setting();
    const open = await sell({ user: null, invoiceNumber: "open" });
    expect(await cancelSale(ctx, open.id)).toMatchObject({
      ...{ sale: { status: "Canceled", stampsEarned: 0 }, customer: null, membership: null },
    });
    const claim = sell({ user: member.email, invoiceNumber: "open" });
    expect((await refusalOf(claim)).code).toBe("duplicate_invoice_number");
  });

  test("is refused while less is left than goes back, and changes nothing", async () => {
    const { merchant, sell, spend, ctx } = await setting();
    const { id } = await sell();
    await spend(6);
    const before = await t.rows(merchant);
    expect(await refusalOf(cancelSale(ctx, id))).toMatchObject({
      ...{ code: "insufficient_stamps", expected: "9 stamps", found: "8 stamps" },
      message: "Transaction can't be canceled due to insufficient Stamps",
    });
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("takes no stamps that have expired since, also if nothing said so yet", async () => {
    const { merchant, sell, spend } = await setting({ stampsValidDays: 1 });
    const { id } = await sell();
    await spend(6);
    // the 5 opening stamps never expire; 6 of the 9 earned stamps are spent
    const later = t.as(merchant, { clockOffsetMs: 3 * DAY_MS });
    expect(await refusalOf(cancelSale(later, id))).toMatchObject({
      ...{ code: "insufficient_stamps", expected: "6 stamps", found: "5 stamps" },
    });
    await sell({ stamps: 1 }, later);
    expect(await cancelSale(later, id)).toMatchObject({ membership: { stamps: 0 } });
  });

  test.each([
    ["a blocked", "memberships set is_blocked = true"],
    ["an anonymized", "customers set anonymized_at = now()"],
  ])("of %s member is canceled all the same", async (_, change) => {
    const { merchant, member, sell, ctx } = await setting();
    const { id } = await sell();
    await t.db.execute(`update ${change} where merchant_id = ${merchant.id}`);
    expect(await cancelSale(ctx, id)).toMatchObject({
      ...{ customer: { id: member.id }, membership: { stamps: 5 } },
    });
  });

  test("belongs to its merchant and its store", async () => {
    const { merchant, sell } = await setting();
    const { id } = await sell();
    const stranger = await setting();
    expect((await refusalOf(cancelSale(stranger.ctx, id + 1_000_000))).code).toBe(
      "transaction_not_found",
    );
    expect((await refusalOf(cancelSale(stranger.ctx, id))).code).toBe("transaction_not_found");
    const elsewhere = await t.given.store(merchant);
    const within = t.within(merchant, [elsewhere.id]);
    expect((await refusalOf(cancelSale(within, id))).code).toBe("permission_denied");
  });

  test("by a key answers as the first call did", async () => {
    const { merchant, sell } = await setting();
    const [one, other] = [await sell(), await sell()];
    const first = await cancelSale(t.keyed(merchant, "k"), one.id);
    await cancelSale(t.as(merchant), other.id);
    expect(await cancelSale(t.keyed(merchant, "k"), one.id)).toEqual(first);
    const reused = cancelSale(t.keyed(merchant, "k", "another"), one.id);
    expect((await refusalOf(reused)).code).toBe("idempotency_key_reused");
  });
});
