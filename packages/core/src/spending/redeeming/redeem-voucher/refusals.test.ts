import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../../testing/index.ts";
import { type RedeemVoucherInput, redeemVoucher } from "./redeem-voucher.ts";

const t = harnessOfFile();

type VoucherRow = Partial<Parameters<OpenHarness["given"]["voucher"]>[1]>;
type TemplateRow = Parameters<OpenHarness["given"]["template"]>[1];

/** Makes a merchant's customer with one voucher. */
async function setting(row: VoucherRow = {}, templateRow: TemplateRow = {}) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  const template = await t.given.template(merchant, templateRow);
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

describe("what is refused", () => {
  type Refused = [
    what: string,
    row: VoucherRow,
    template: TemplateRow,
    changes: Partial<RedeemVoucherInput>,
    code: string,
    kept: { rule: string; expected: string; found?: string },
  ];
  test.each<Refused>([
    [
      "on another channel",
      {},
      { channels: [8, 9] },
      { channel: 2 },
      "voucher_not_available",
      { rule: "is available on the channel", expected: "GrabFood, GoFood", found: "POS" },
    ],
    [
      "on no channel",
      {},
      { channels: [8] },
      {},
      "voucher_not_available",
      { rule: "is available on the channel", expected: "GrabFood", found: "no channel" },
    ],
    [
      "that nobody holds",
      { customerId: null },
      {},
      {},
      "invalid_voucher_owner",
      { rule: "customer holds the voucher", expected: "customer", found: "nobody" },
    ],
  ])("%s", async (_, row, templateRow, changes, code, kept) => {
    const { merchant, store, customer, voucher, call } = await setting(row, templateRow);
    const before = await t.rows(merchant);
    const refusal = await refusalOf(call(changes));
    expect(refusal).toMatchObject({ code, rule: kept.rule });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          ...kept,
          expected: expect.stringContaining(kept.expected),
          operation: "redemptions.redeemVoucher",
          subject: `voucher ${voucher.id}`,
          code,
          message: refusal.message,
          storeId: store.id,
          customerId: customer.id,
          caller: "token:1",
        }),
      ],
    });
  });

  test("unknown, and another merchant's", async () => {
    const { call } = await setting();
    const foreign = await setting();
    for (const voucher of [999, foreign.voucher.id])
      expect(await refusalOf(call({ voucher }))).toMatchObject({
        code: "invalid_voucher",
        message: "Voucher not found",
      });
  });

  test("limits that are met refuse nothing", async () => {
    const { merchant, customer } = await setting();
    const store = await t.given.store(merchant);
    const template = await t.given.template(merchant, { stores: [store.id], channels: [2] });
    const { id } = await t.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
      startDate: "2020-01-01",
      endDate: "2099-01-01",
    });
    const done = await redeemVoucher(t.as(merchant), {
      ...plain,
      user: customer.memberId,
      store: store.code,
      voucher: id,
      channel: 2,
    });
    expect(done.redemption.status).toBe("Created");
  });
});
