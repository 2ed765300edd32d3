import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../../testing/index.ts";
import { type RedeemVoucherInput, redeemVoucher } from "./redeem-voucher.ts";

describe("redeem-voucher", () => {
  const t = harnessOfFile();

  type VoucherRow = Partial<Parameters<OpenHarness["given"]["voucher"]>[1]>;

  async function setting(row: VoucherRow = {}) {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 5 });
    const template = await t.given.template(merchant, { description: "A lunch" });
    const voucher = await t.given.voucher(merchant, {
      customerId: customer.id,
      ...row,
      voucherTemplateId: template.id,
    });
    const call = (changes: Partial<RedeemVoucherInput> = {}) =>
      redeemVoucher(t.as(merchant), {
        ...plain,
        user: customer.email,
        store: store.id,
        voucher: voucher.id,
        ...changes,
      });
    return { merchant, store, customer, template, voucher, call };
  }

  test("answers with the redemption, the customer, the membership and the voucher", async () => {
    const { customer, template, voucher, call } = await setting({
      value: "25.00",
      startDate: "2020-01-01",
      endDate: "2099-12-31",
    });
    expect(await call({ extraData: { till: 4 } })).toEqual({
      redemption: {
        id: expect.any(Number),
        name: template.name,
        stampsUsed: 0,
        status: "Created",
        extraData: { till: 4 },
      },
      customer: expect.objectContaining({ id: customer.id, email: customer.email }),
      membership: expect.objectContaining({ stamps: 5, level: 100, status: 100 }),
      voucher: {
        id: voucher.id,
        name: template.name,
        code: voucher.code,
        isActive: true,
        startDate: "2020-01-01",
        endDate: "2099-12-31",
        value: "25.00",
        remainingValue: null,
        pictureUrl: "",
        shortDescription: "",
        description: "A lunch",
        instructions: "",
        termsAndConditions: "",
        extraData: {},
      },
      valueBefore: null,
    });
  });

  test("writes the voucher, the redemption and its line, and nothing else", async () => {
    const { merchant, store, customer, template, voucher, call } = await setting();
    const before = await t.rows(merchant);
    const { redemption } = await call({
      extraData: { till: 4 },
      invoiceNumber: "INV-2",
      channel: 2,
    });
    const one = { line: 1, qty: 1, canceledQty: 0 };
    const line = { redemptionId: redemption.id, voucherId: voucher.id, ...one };
    expect(await t.written(merchant, before)).toEqual({
      vouchers: [{ id: voucher.id, redeemedAt: expect.any(String) }],
      redemptions: [
        {
          id: redemption.id,
          kind: "voucher",
          status: "Created",
          customerId: customer.id,
          storeId: store.id,
          name: template.name,
          ...{ stampsUsed: 0, stampsReturned: 0, canceledQty: 0 },
          channel: 2,
          invoiceNumber: "INV-2",
          extraData: { till: 4 },
          redeemedBy: "token:1",
        },
      ],
      redemptionLines: [{ ...line, name: template.name, stampsUsed: 0, spendsVoucher: true }],
    });
  });

  test("spends all that is left of a dynamic value, with an entry", async () => {
    const { merchant, voucher, call } = await setting({ value: "10.00", remainingValue: "6.50" });
    const before = await t.rows(merchant);
    const { redemption, voucher: shown } = await call();
    expect(shown).toMatchObject({ value: "10.00", remainingValue: "0.00" });
    const cause = { cause: "redemption", causeId: redemption.id };
    expect(await t.written(merchant, before)).toMatchObject({
      vouchers: [{ id: voucher.id, remainingValue: "0.00", redeemedAt: expect.any(String) }],
      voucherValueEntries: [{ voucherId: voucher.id, ...cause, delta: "-6.50" }],
      redemptionLines: [{ voucherId: voucher.id, value: "6.50", spendsVoucher: false }],
    });
    expect((await refusalOf(call())).code).toBe("voucher_already_redeemed");
  });

  test("refuses what is redeemed, and records the refusal", async () => {
    const { merchant, store, customer, voucher, call } = await setting();
    await call();
    const before = await t.rows(merchant);
    const refusal = await refusalOf(call());
    expect(refusal).toMatchObject({
      code: "voucher_already_redeemed",
      message: "This voucher was already redeemed",
    });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          operation: "redemptions.redeemVoucher",
          subject: `voucher ${voucher.id}`,
          code: refusal.code,
          storeId: store.id,
          customerId: customer.id,
        }),
      ],
    });
  });
});
