import { describe, expect, test } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../../testing/index.ts";
import {
  type RedeemVoucherCodeInput,
  redeemVoucherCode,
  redeemVoucherCodes,
} from "./redeem-voucher.ts";

const { name: operation } = redeemVoucherCodes;

const t = harnessOfFile();

type VoucherRow = Partial<Parameters<OpenHarness["given"]["voucher"]>[1]>;

/** Makes a merchant's customer and a voucher, which by default nobody holds. */
async function setting(row: VoucherRow | "held" = {}) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const mobileNumber = `+62812${String(merchant.id).padStart(8, "0")}`;
  const customer = await t.given.customer(merchant, { mobileNumber }, { stamps: 5 });
  const template = await t.given.template(merchant);
  const voucher = await t.given.voucher(merchant, {
    ...(row === "held" ? { customerId: customer.id } : row),
    voucherTemplateId: template.id,
  });
  const input: RedeemVoucherCodeInput = {
    ...plain,
    user: customer.email,
    store: store.id,
    voucherCode: voucher.code,
    voucherTemplate: template.id,
  };
  const call = (changes: Partial<RedeemVoucherCodeInput> = {}, ctx: CoreContext = t.as(merchant)) =>
    redeemVoucherCode(ctx, { ...input, ...changes });
  return { merchant, store, mobileNumber, customer, template, voucher, input, call };
}

describe("a pre-generated code", () => {
  test("is told whole", async () => {
    const { customer, template, voucher, call } = await setting({ endDate: "2099-12-31" });
    expect(await call()).toEqual({
      redemption: {
        id: expect.any(Number),
        name: template.name,
        stampsUsed: 0,
        status: "Created",
        extraData: null,
      },
      customer: expect.objectContaining({ id: customer.id }),
      membership: expect.objectContaining({ stamps: 5, levelName: "Blue" }),
      voucher: expect.objectContaining({
        id: voucher.id,
        code: voucher.code,
        endDate: "2099-12-31",
      }),
      valueBefore: null,
    });
  });

  test("becomes the customer's and is spent, and nothing else is written", async () => {
    const { merchant, store, customer, template, voucher, call } = await setting();
    const before = await t.rows(merchant);
    const { redemption } = await call();
    expect(await t.written(merchant, before)).toEqual({
      vouchers: [{ id: voucher.id, customerId: customer.id, redeemedAt: expect.any(String) }],
      redemptions: [
        {
          id: redemption.id,
          kind: "voucher_code",
          status: "Created",
          customerId: customer.id,
          storeId: store.id,
          name: template.name,
          ...{ stampsUsed: 0, stampsReturned: 0, canceledQty: 0 },
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
          spendsVoucher: true,
        },
      ],
    });
  });

  test("is redeemed once, by whomever", async () => {
    const { merchant, call } = await setting();
    const other = await t.given.customer(merchant);
    await call();
    expect(await refusalOf(call())).toMatchObject({ code: "voucher_already_redeemed" });
    expect(await refusalOf(call({ user: other.email }))).toMatchObject({
      code: "invalid_voucher_owner",
    });
  });
});

describe("a code that the customer holds", () => {
  test("is redeemed as well", async () => {
    const { merchant, voucher, call } = await setting("held");
    const before = await t.rows(merchant);
    await call();
    expect((await t.written(merchant, before)).vouchers).toEqual([
      { id: voucher.id, redeemedAt: expect.any(String) },
    ]);
  });

  test("with a dynamic value: all that is left", async () => {
    const { merchant, customer, template } = await setting();
    const voucher = await t.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
      value: "10.00",
      remainingValue: "10.00",
    });
    const store = await t.given.store(merchant);
    const before = await t.rows(merchant);
    const done = await redeemVoucherCode(t.as(merchant), {
      ...plain,
      user: customer.email,
      store: store.id,
      voucherCode: voucher.code,
      voucherTemplate: template.id,
    });
    expect(done.voucher.remainingValue).toBe("0.00");
    expect((await t.written(merchant, before)).voucherValueEntries).toEqual([
      { voucherId: voucher.id, cause: "redemption", causeId: done.redemption.id, delta: "-10.00" },
    ]);
  });

  test("compares without case", async () => {
    const { call } = await setting({ code: "Ab12-Cd" });
    expect((await call({ voucherCode: "aB12-cD" })).voucher.code).toBe("Ab12-Cd");
  });

  test("the customer is named by email or phone, in the merchant's country", async () => {
    const one = await setting();
    expect((await one.call({ user: one.customer.email.toUpperCase() })).customer.id).toBe(
      one.customer.id,
    );
    const two = await setting();
    const local = two.mobileNumber.replace("+62", "0");
    expect((await two.call({ user: local })).customer.id).toBe(two.customer.id);
  });
});

describe("with an idempotency key", () => {
  test("repeats an answer that version 1.0 kept, with all that it had written", async () => {
    const { merchant, store, call } = await setting({ value: "10.00", remainingValue: "6.50" });
    const { redemption, customer, membership, voucher } = await call();
    const saving = {
      ...{ kind: "voucher_code", redemptionId: 77, actor: "token:1", value: "6.50" },
      ...{ customerId: customer.id, storeId: store.id, voucherId: voucher.id, name: voucher.name },
      ...{ left: "6.50", channel: null, invoiceNumber: null, extraData: { a: 1 } },
      ...{ requestId: null, authorizationId: null },
    };
    const frame = { customer, membership, voucher: { ...voucher, remainingValue: "6.50" }, saving };
    await t.given.outcome(merchant, { operation, key: "k", outcome: { frame, changed: {} } });
    const again = t.keyed(merchant, "k");
    expect(await call({}, again)).toEqual({
      redemption: { ...redemption, id: 77, extraData: { a: 1 } },
      customer,
      membership,
      voucher: { ...voucher, remainingValue: "0.00" },
      valueBefore: "6.50",
    });
    expect(again.replays()).toBe(1);
  });
});

describe("what is refused", () => {
  test("is recorded without the code that was sent", async () => {
    const { merchant, store, customer, call } = await setting();
    const before = await t.rows(merchant);
    const { code, rule, message } = await refusalOf(call({ voucherCode: "SECRET-GUESS" }));
    const written = await t.written(merchant, before);
    expect(written).toEqual({
      refusals: [
        expect.objectContaining({
          operation: "redemptions.redeemVoucherCode",
          subject: "a voucher code",
          ...{ code, rule, message, storeId: store.id, customerId: customer.id },
        }),
      ],
    });
    expect(JSON.stringify(written)).not.toContain("SECRET-GUESS");
  });

  test("another merchant's code, though its template's id is right", async () => {
    const { call } = await setting();
    const foreign = await setting();
    expect(
      await refusalOf(
        call({ voucherCode: foreign.voucher.code, voucherTemplate: foreign.template.id }),
      ),
    ).toMatchObject({ code: "invalid_voucher" });
  });
});
