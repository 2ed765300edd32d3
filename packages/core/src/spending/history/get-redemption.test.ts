import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain } from "../../testing/index.ts";
import { cancelRedemption, deductValue, redeemReward, redeemVoucher } from "../redeeming/index.ts";
import { previewCancelRedemption } from "./preview-cancel-redemption.ts";
import { getRedemption } from "./redemption.sql.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const template = await t.given.template(merchant, { value: "50.00", isDynamic: true });
  const input = { ...plain, user: customer.email, store: store.id };
  const voucher = (row: { endDate?: string } = {}) =>
    t.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
      value: "50.00",
      remainingValue: "50.00",
      ...row,
    });
  return { merchant, store, customer, template, input, voucher, ctx: t.as(merchant) };
}

describe("a redemption is told whole", () => {
  test("with its line, its ledger entry and the vouchers that it issued", async () => {
    const { merchant, store, customer, template, input, ctx } = await setting();
    const reward = await t.given.reward(merchant, {
      stampsToRedeem: 3,
      voucherTemplateId: template.id,
    });
    const made = await redeemReward(ctx, { ...input, reward: reward.id, qty: 2, stamps: null });
    const { id } = made.redemption;
    expect(await getRedemption(ctx, id)).toEqual({
      id,
      kind: "reward",
      status: "Created",
      name: reward.name,
      ...{ stampsUsed: 6, stampsReturned: 0 },
      value: null,
      customer: { id: customer.id, name: customer.name },
      store: { id: store.id, name: store.name },
      channel: null,
      invoiceNumber: null,
      createdAt: expect.any(String),
      canceledAt: null,
      redeemedBy: { kind: "token", id: "1", name: null },
      canceledBy: null,
      cancelReason: null,
      extraData: null,
      lines: [
        {
          line: 1,
          thing: "reward",
          thingId: reward.id,
          name: reward.name,
          ...{ qty: 2, canceledQty: 0 },
          stampsUsed: 6,
          value: null,
          requestId: null,
        },
      ],
      parts: [],
      stampEntries: [{ cause: "redemption", delta: -6, createdAt: expect.any(String) }],
      valueEntries: [],
      issued: [1, 2].map(() => expect.objectContaining({ name: template.name, isRedeemed: false })),
      replacement: null,
    });
    const preview = await previewCancelRedemption(ctx, id);
    expect(preview).toMatchObject({ isCanceled: false, refusal: null, stampsBack: 6 });
    expect(preview.withdrawn).toHaveLength(2);

    const [spent] = preview.withdrawn;
    const used = await deductValue(ctx, {
      ...input,
      voucher: spent?.id ?? 0,
      value: "1.00",
    });
    const by = { id: used.redemption.id, kind: "voucher_value", status: "Created" };
    expect(await previewCancelRedemption(ctx, id)).toEqual({
      isCanceled: false,
      refusal: { code: "voucher_already_redeemed", message: expect.any(String) },
      spentIssued: {
        ...{ ...spent, redemptions: [expect.objectContaining(by)] },
        isUsedElsewhere: false,
      },
      stampsBack: 0,
      valueBack: null,
      promoCodeUseBack: false,
      withdrawn: [],
      spentVoucher: null,
    });
    const again = { redemptionId: by.id, createReplacementVoucher: false };
    await cancelRedemption(ctx, again);
    expect(await previewCancelRedemption(ctx, id)).toMatchObject({
      refusal: null,
      spentIssued: null,
      withdrawn: preview.withdrawn,
    });
  });

  test("with what a cancel gave back", async () => {
    const { input, voucher, ctx } = await setting();
    const { id, code } = await voucher();
    const made = await deductValue(ctx, { ...input, voucher: id, value: "20.00" });
    const redemptionId = made.redemption.id;
    expect(await previewCancelRedemption(ctx, redemptionId)).toEqual({
      isCanceled: false,
      refusal: null,
      spentIssued: null,
      stampsBack: 0,
      valueBack: { value: "20.00", voucher: { id, code }, isReissued: false, endDate: null },
      promoCodeUseBack: false,
      withdrawn: [],
      spentVoucher: null,
    });
    await cancelRedemption(ctx, { redemptionId, createReplacementVoucher: false });
    const detail = await getRedemption(ctx, redemptionId);
    expect(detail).toMatchObject({
      status: "Canceled",
      value: "20.00",
      canceledBy: { kind: "token" },
    });
    expect(detail.valueEntries.map(({ cause, delta }) => [cause, delta])).toEqual([
      ["redemption", "-20.00"],
      ["cancellation", "20.00"],
    ]);
    expect((await previewCancelRedemption(ctx, redemptionId)).isCanceled).toBe(true);
  });

  test("with the voucher that stays spent, and the one in its place", async () => {
    const { input, voucher, ctx } = await setting();
    const { id, code } = await voucher({ endDate: "2099-12-31" });
    const made = await redeemVoucher(ctx, { ...input, voucher: id });
    const redemptionId = made.redemption.id;
    expect((await previewCancelRedemption(ctx, redemptionId)).spentVoucher).toMatchObject({
      id,
      code,
      isInTime: true,
      replacementEndDate: "2099-12-31",
    });
    const later = { ...ctx, clockOffsetMs: t.offsetTo("2100-02-01T12:00:00+07:00") };
    expect((await previewCancelRedemption(later, redemptionId)).spentVoucher).toMatchObject({
      isInTime: false,
      replacementEndDate: "2100-02-02",
    });
    const done = await cancelRedemption(ctx, { redemptionId, createReplacementVoucher: true });
    expect((await getRedemption(ctx, redemptionId)).replacement).toMatchObject({
      id: done.replacement?.id,
      isActive: true,
    });
  });
});
