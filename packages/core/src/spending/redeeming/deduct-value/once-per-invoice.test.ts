import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, ways } from "../../../testing/index.ts";
import { testOncePerInvoice } from "../../../testing/once-per-invoice.ts";
import { deductions, deductValue } from "./deduct-value.ts";

const t = harnessOfFile();

testOncePerInvoice(() => t, {
  way: ways.deductValue,
  statement: deductions.statement,
  keyless: deductions.without({ derivedKey: true }),
  locks: "vouchers",
});

test("another value is another thing, the same value written in another way is not", async () => {
  const merchant = await t.given.merchant({ oneRedemptionPerInvoice: true });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const template = await t.given.template(merchant, { value: "10.00", isDynamic: true });
  const { id: voucher } = await t.given.voucher(merchant, {
    ...{ voucherTemplateId: template.id, customerId: customer.id },
    ...{ value: "10.00", remainingValue: "10.00" },
  });
  const input = {
    ...plain,
    user: customer.email,
    store: store.id,
    invoiceNumber: "INV-1",
    voucher,
  };
  const left = [];
  for (const value of ["2.50", "2.5", "1.00"])
    left.push((await deductValue(t.as(merchant), { ...input, value })).voucher.remainingValue);
  expect(left).toEqual(["7.50", "7.50", "6.50"]);
});
