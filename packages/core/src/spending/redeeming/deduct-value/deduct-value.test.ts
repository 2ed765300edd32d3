import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { type DeductValueInput, deductions, deductValue } from "./deduct-value.ts";

const { name: operation } = deductions;

const t = harnessOfFile();

/** Makes a merchant's customer with one voucher of 10.00. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  const template = await t.given.template(merchant, { isDynamic: true });
  const voucher = await t.given.voucher(merchant, {
    ...{ customerId: customer.id, voucherTemplateId: template.id },
    ...{ value: "10.00", remainingValue: "10.00" },
  });
  const input = { ...plain, user: customer.email, store: store.id, voucher: voucher.id };
  const call = (
    value: string,
    changes: Partial<DeductValueInput> = {},
    ctx: CoreContext = t.as(merchant),
  ) => deductValue(ctx, { ...input, value, ...changes });
  const whole = () => redeemVoucher(t.as(merchant), input);
  return { merchant, store, customer, template, voucher, call, whole };
}

describe("a value is taken off", () => {
  test("and what is left is told", async () => {
    const { customer, template, voucher, call } = await setting();
    expect(await call("6.50", { extraData: { till: 4 } })).toEqual({
      redemption: {
        id: expect.any(Number),
        name: template.name,
        stampsUsed: 0,
        status: "Created",
        extraData: { till: 4 },
      },
      customer: expect.objectContaining({ id: customer.id }),
      membership: expect.objectContaining({ stamps: 5 }),
      voucher: {
        id: voucher.id,
        name: template.name,
        code: voucher.code,
        isActive: true,
        startDate: null,
        endDate: null,
        value: "10.00",
        remainingValue: "3.50",
        pictureUrl: "",
        shortDescription: "",
        description: "",
        instructions: "",
        termsAndConditions: "",
        extraData: {},
      },
      valueBefore: "10.00",
    });
  });

  test("with a redemption, its line and its entry, and nothing else is written", async () => {
    const { merchant, store, customer, template, voucher, call } = await setting();
    const before = await t.rows(merchant);
    const { redemption } = await call("6.5", { invoiceNumber: "INV-3", channel: 7 });
    expect(await t.written(merchant, before)).toEqual({
      vouchers: [{ id: voucher.id, remainingValue: "3.50" }],
      voucherValueEntries: [
        { voucherId: voucher.id, cause: "redemption", causeId: redemption.id, delta: "-6.50" },
      ],
      redemptions: [
        {
          id: redemption.id,
          kind: "voucher_value",
          status: "Created",
          customerId: customer.id,
          storeId: store.id,
          name: template.name,
          ...{ stampsUsed: 0, stampsReturned: 0, canceledQty: 0 },
          channel: 7,
          invoiceNumber: "INV-3",
          redeemedBy: "token:1",
        },
      ],
      redemptionLines: [
        {
          redemptionId: redemption.id,
          line: 1,
          voucherId: voucher.id,
          name: template.name,
          ...{ qty: 1, canceledQty: 0 },
          stampsUsed: 0,
          value: "6.50",
          spendsVoucher: false,
        },
      ],
    });
  });

  test("little by little, exact to the hundredth, until the voucher is spent", async () => {
    const { merchant, voucher, call } = await setting();
    const left: (string | null)[] = [];
    for (const value of ["0.1", "0.2", "9.69", "0.01"])
      left.push((await call(value)).voucher.remainingValue);
    expect(left).toEqual(["9.90", "9.70", "0.01", "0.00"]);
    const row = (await t.rows(merchant)).get("vouchers")?.get(String(voucher.id));
    expect(row).toMatchObject({ remainingValue: "0.00", redeemedAt: expect.any(String) });
    expect(await refusalOf(call("0.01"))).toMatchObject({ code: "voucher_already_redeemed" });
  });

  test("before the rest is redeemed whole", async () => {
    const { merchant, voucher, call, whole } = await setting();
    await call("6.50");
    const before = await t.rows(merchant);
    await whole();
    expect(await t.written(merchant, before)).toMatchObject({
      vouchers: [{ id: voucher.id, remainingValue: "0.00" }],
      voucherValueEntries: [{ delta: "-3.50" }],
    });
    expect(await refusalOf(call("0.01"))).toMatchObject({ code: "voucher_already_redeemed" });
  });
});

describe("with an idempotency key", () => {
  test("repeats an answer that version 1.0 kept, with all that it had written", async () => {
    const { merchant, store, voucher, call } = await setting();
    const { redemption, customer, membership, voucher: shown } = await call("6.50");
    const saving = {
      ...{ kind: "voucher_value", redemptionId: 77, actor: "token:1", value: "1.00" },
      ...{ customerId: customer.id, storeId: store.id, voucherId: voucher.id, name: shown.name },
      ...{ left: "9.00", channel: null, invoiceNumber: null, extraData: { till: 4 } },
      ...{ requestId: "r", authorizationId: null },
    };
    const frame = { customer, membership, voucher: { ...shown, remainingValue: "9.00" }, saving };
    const outcome = { frame, changed: { remaining: "8.00" } };
    await t.given.outcome(merchant, { operation, key: "k", outcome });
    const before = await t.rows(merchant);
    const again = t.keyed(merchant, "k");
    expect(await call("1.00", { requestId: "r" }, again)).toEqual({
      redemption: { ...redemption, id: 77, extraData: { till: 4 } },
      customer,
      membership,
      voucher: { ...shown, remainingValue: "8.00" },
      valueBefore: "9.00",
    });
    expect(again.replays()).toBe(1);
    expect(await t.written(merchant, before)).toEqual({});
  });
});

describe("what is refused", () => {
  test.each([
    ["more than is left", "10.01"],
    ["more than any voucher can hold", "1000000000000.00"],
  ])("%s", async (_, value) => {
    const { merchant, store, customer, voucher, call } = await setting();
    const before = await t.rows(merchant);
    const { message } = await refusalOf(call(value));
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          code: "insufficient_voucher_value",
          ...{ rule: "voucher has the value left", expected: value, found: "10.00", message },
          ...{ operation, subject: `voucher ${voucher.id}` },
          ...{ storeId: store.id, customerId: customer.id },
        }),
      ],
    });
  });

  test("a value that the database cannot read as a number", async () => {
    const { call } = await setting();
    expect((await refusalOf(call("9".repeat(200_000)))).code).toBe("insufficient_voucher_value");
  });

  test("of another merchant's voucher", async () => {
    const { call } = await setting();
    const foreign = await setting();
    expect(await refusalOf(call("1.00", { voucher: foreign.voucher.id }))).toMatchObject({
      code: "invalid_voucher",
    });
  });
});
