import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cancelSale, cancelSaleWithRedemptions } from "../../earning/sales/index.ts";
import { cancelRedemption, deductValue } from "../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../testing/index.ts";
import { confirmVisit } from "./confirm-visit.ts";
import { previewUndoVisit } from "./undoing/preview-undo-visit.ts";
import { undoVisit } from "./undoing/undo-visit.ts";

const t = harnessOfFile();

/** Records a sale of 50.00 that earns 50 stamps and sells a gift card of 50.00. */
async function sold() {
  const merchant = await t.given.merchant({ earnAmount: "1.00" });
  const { id: store } = await t.given.store(merchant);
  const { email: user } = await t.given.customer(merchant);
  const { id: templateId } = await t.given.template(merchant, { isDynamic: true });
  const made = await confirmVisit(t.keyed(merchant, "visit"), {
    ...{ user, store, channel: null, invoiceNumber: null },
    ...{ rewards: [], vouchers: [], promoCodes: [] },
    sale: {
      ...{ invoiceNumber: "F1", total: "50.00", people: 1, soldAt: null, subtotal: null },
      ...{ discount: null, serviceCharge: null, tax: null, type: null, items: [], payments: [] },
      ...{ stamps: null, employeeCode: null, extraData: null },
    },
    issue: { templateId, value: "50.00" },
  });
  const ctx = t.as(merchant);
  const card = { id: made.issuedVoucher?.id ?? 0, code: made.issuedVoucher?.code ?? "" };
  const sale = made.sale?.id ?? 0;
  const deduct = async (invoiceNumber: string | null = null) =>
    (
      await deductValue(ctx, {
        ...plain,
        user,
        store,
        invoiceNumber,
        voucher: card.id,
        value: "10.00",
      })
    ).redemption.id;
  const state = async () => {
    const { vouchers } = schema;
    const [row] = await t.db
      .select()
      .from(vouchers)
      .where(and(eq(vouchers.merchantId, merchant.id), eq(vouchers.id, card.id)));
    return row;
  };
  const undo = () =>
    undoVisit(ctx, {
      ...{ key: "visit", part: null, reason: "Wrong item", createReplacementVouchers: true },
    });
  const preview = async () => (await previewUndoVisit(ctx, { key: "visit", part: null })).sale;
  return { merchant, ctx, card, sale, deduct, state, undo, preview };
}

describe("F1: a card that a sale sold", () => {
  test("is withdrawn with the sale, and a second cancel says so again", async () => {
    const { ctx, card, sale, state } = await sold();
    const canceled = await cancelSale(ctx, sale);
    expect(canceled).toMatchObject({ withdrawn: [card], membership: { stamps: 0 } });
    expect(await state()).toMatchObject({ isActive: false, remainingValue: "50.00" });
    expect(await cancelSale(ctx, sale)).toMatchObject({ withdrawn: [card] });
  });

  test("stops the cancel once a part of it is spent, before the stamps are looked at", async () => {
    const { merchant, ctx, card, sale, deduct, state, undo, preview } = await sold();
    await deduct();
    await t.db.execute(
      `update memberships set stamps = 0 where merchant_id = ${merchant.id};
       delete from stamp_entries where merchant_id = ${merchant.id}`,
    );
    const before = await t.rows(merchant);
    const refusal = {
      code: "voucher_already_redeemed",
      message: `Voucher ${card.code}, issued by this transaction, was already redeemed`,
    };
    expect(await refusalOf(cancelSale(ctx, sale))).toMatchObject(refusal);
    expect(await refusalOf(cancelSaleWithRedemptions(ctx, sale))).toMatchObject(refusal);
    expect(await refusalOf(undo())).toMatchObject(refusal);
    expect(await preview()).toMatchObject({ refusal, withdrawn: [] });
    expect(await t.written(merchant, before)).toEqual({});
    expect(await state()).toMatchObject({ isActive: true, remainingValue: "40.00" });
  });

  test("is withdrawn once what was spent is canceled, also by the sale's own cancel", async () => {
    const { ctx, card, sale, deduct, state } = await sold();
    const elsewhere = await deduct();
    await deduct("F1");
    await cancelRedemption(ctx, { redemptionId: elsewhere, createReplacementVoucher: false });
    expect(await cancelSaleWithRedemptions(ctx, sale)).toMatchObject({ withdrawn: [card] });
    expect(await state()).toMatchObject({ isActive: false, remainingValue: "50.00" });
  });

  test("stays valid if the call keeps it, even if it is spent", async () => {
    const { ctx, sale, deduct, state } = await sold();
    await deduct();
    const canceled = await cancelSale(ctx, sale, null, { keepIssuedVouchers: true });
    expect(canceled).toMatchObject({ sale: { status: "Canceled" }, withdrawn: [] });
    expect(await state()).toMatchObject({ isActive: true, remainingValue: "40.00" });
  });

  test("is withdrawn by an undo, whose preview names it", async () => {
    const { card, state, undo, preview } = await sold();
    expect(await preview()).toMatchObject({ withdrawn: [card], refusal: null, isCanceled: false });
    expect(await undo()).toMatchObject({ withdrawn: [card], isSaleCanceled: true });
    expect(await state()).toMatchObject({ isActive: false });
    expect(await undo()).toMatchObject({ withdrawn: [card] });
  });
});
