import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../../testing/index.ts";
import { type DeductValueInput, deductValue } from "./deduct-value.ts";

const t = harnessOfFile();

type VoucherRow = Partial<Parameters<OpenHarness["given"]["voucher"]>[1]>;
type TemplateRow = Parameters<OpenHarness["given"]["template"]>[1];
const dynamic = { value: "10.00", remainingValue: "10.00" };

/** Makes a merchant's customer with one voucher, by default of 10.00. */
async function setting(row: VoucherRow = dynamic, templateRow: TemplateRow = {}) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  const template = await t.given.template(merchant, { isDynamic: true, ...templateRow });
  const voucher = await t.given.voucher(merchant, {
    customerId: customer.id,
    ...row,
    voucherTemplateId: template.id,
  });
  const input = { ...plain, user: customer.email, store: store.id, voucher: voucher.id };
  const call = (value: string, changes: Partial<DeductValueInput> = {}) =>
    deductValue(t.as(merchant), { ...input, value, ...changes });
  return { merchant, store, customer, template, voucher, call };
}

describe("what is refused", () => {
  type Refused = [
    what: string,
    row: VoucherRow,
    template: TemplateRow,
    value: string,
    code: string,
    kept: { rule: string; expected: string; found: string },
  ];
  test.each<Refused>([
    [
      "more than is left",
      dynamic,
      {},
      "10.01",
      "insufficient_voucher_value",
      { rule: "voucher has the value left", expected: "10.01", found: "10.00" },
    ],
    [
      "more than any voucher can hold",
      dynamic,
      {},
      "1000000000000.00",
      "insufficient_voucher_value",
      { rule: "voucher has the value left", expected: "1000000000000.00", found: "10.00" },
    ],
    [
      "of a fixed value",
      { value: "10.00" },
      {},
      "1.00",
      "voucher_value_not_dynamic",
      { rule: "voucher has a dynamic value", expected: "a dynamic value", found: "none" },
    ],
    [
      "of an expired one",
      { ...dynamic, endDate: "2020-01-01" },
      {},
      "1.00",
      "voucher_expired",
      {
        rule: "has not ended in the store's calendar",
        expected: "through 2020-01-01",
        found: "20",
      },
    ],
    [
      "before its start",
      { ...dynamic, startDate: "2099-01-01" },
      {},
      "1.00",
      "voucher_not_started",
      { rule: "has started in the store's calendar", expected: "from 2099-01-01", found: "20" },
    ],
    [
      "of an inactive one",
      { ...dynamic, isActive: false },
      {},
      "1.00",
      "voucher_not_available",
      { rule: "is active", expected: "active", found: "not active" },
    ],
    [
      "elsewhere",
      dynamic,
      { stores: [1] },
      "1.00",
      "voucher_not_available",
      { rule: "is available at the store", expected: "stores 1", found: "store" },
    ],
    [
      "without a channel",
      dynamic,
      { channels: [1] },
      "1.00",
      "voucher_not_available",
      { rule: "is available on the channel", expected: "Mobile App", found: "no channel" },
    ],
  ])("%s", async (_, row, templateRow, value, code, kept) => {
    const { merchant, store, customer, voucher, call } = await setting(row, templateRow);
    const before = await t.rows(merchant);
    const refusal = await refusalOf(call(value));
    expect(refusal).toMatchObject({ code, rule: kept.rule });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          rule: kept.rule,
          expected: kept.expected,
          found: expect.stringContaining(kept.found),
          operation: "vouchers.deductValue",
          subject: `voucher ${voucher.id}`,
          code,
          message: refusal.message,
          storeId: store.id,
          customerId: customer.id,
        }),
      ],
    });
  });

  test("of another customer, of nobody, of another merchant", async () => {
    const { merchant, call } = await setting();
    const other = await t.given.customer(merchant);
    const nobodys = await setting({ ...dynamic, customerId: null });
    const foreign = await setting();
    expect(await refusalOf(call("1.00", { user: other.email }))).toMatchObject({
      code: "invalid_voucher_owner",
      message: `This voucher is not owned by ${other.name}`,
    });
    expect(await refusalOf(nobodys.call("1.00"))).toMatchObject({ code: "invalid_voucher_owner" });
    expect(await refusalOf(call("1.00", { voucher: foreign.voucher.id }))).toMatchObject({
      code: "invalid_voucher",
    });
  });

  test("in the documented order: voucher, authorization, value", async () => {
    const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant);
    const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
    const template = await t.given.template(merchant, { isDynamic: true });
    const row = { ...dynamic, voucherTemplateId: template.id, customerId: customer.id };
    const expired = await t.given.voucher(merchant, { ...row, endDate: "2020-01-01" });
    const open = await t.given.voucher(merchant, row);
    const codes: string[] = [];
    for (const [voucher, request] of [
      [expired, null],
      [open, null],
      [open, requestId],
    ] as const)
      codes.push(
        (
          await refusalOf(
            deductValue(t.as(merchant), {
              ...plain,
              user: customer.email,
              store: store.id,
              voucher: voucher.id,
              value: "11.00",
              requestId: request,
            }),
          )
        ).code,
      );
    expect(codes).toEqual([
      "voucher_expired",
      "authorization_required",
      "insufficient_voucher_value",
    ]);
  });

  test("a value that the database cannot read as a number", async () => {
    const { call } = await setting();
    expect((await refusalOf(call("9".repeat(200_000)))).code).toBe("insufficient_voucher_value");
  });
});
