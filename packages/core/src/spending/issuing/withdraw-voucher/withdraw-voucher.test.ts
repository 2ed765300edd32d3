import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { getVoucher } from "../../history/index.ts";
import { deductValue, redeemVoucher } from "../../redeeming/index.ts";
import { withdrawVoucher } from "../index.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const template = await t.given.template(merchant, { isDynamic: true, value: "100" });
  const plainTemplate = await t.given.template(merchant);
  const voucher = async (row: object = {}) =>
    (
      await t.given.voucher(merchant, {
        voucherTemplateId: plainTemplate.id,
        customerId: customer.id,
        ...row,
      })
    ).id;
  const ctx = t.as(merchant);
  const at = { ...plain, user: customer.email, store: store.id };
  const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
  return { merchant, template, voucher, ctx, at, codeOf };
}

test("a withdrawn voucher is spent no more, and the record says why", async () => {
  const { merchant, voucher, ctx, at, codeOf } = await setting();
  const id = await voucher();
  await withdrawVoucher(ctx, { voucherId: id, reason: "Issued twice" });
  expect((await getVoucher(ctx, id)).state).toBe("inactive");
  expect(await codeOf(redeemVoucher(ctx, { ...at, voucher: id }))).toBe("voucher_not_available");
  expect(await codeOf(withdrawVoucher(ctx, { voucherId: id, reason: "Again" }))).toBe(
    "voucher_not_available",
  );
  const entries = await t.db.query.auditEntries.findMany({
    where: eq(schema.auditEntries.merchantId, merchant.id),
  });
  expect(entries).toMatchObject([
    { action: "vouchers.withdraw", subject: `voucher ${id}`, reason: "Issued twice" },
  ]);
});

test("what is spent stays spent; another merchant's voucher is not there", async () => {
  const { template, voucher, ctx, at, codeOf } = await setting();
  const spent = await voucher();
  await redeemVoucher(ctx, { ...at, voucher: spent });
  const withdraw = (voucherId: number, by = ctx) =>
    withdrawVoucher(by, { voucherId, reason: "Leaked" });
  expect(await codeOf(withdraw(spent))).toBe("voucher_already_redeemed");
  const card = await voucher({
    voucherTemplateId: template.id,
    value: "100",
    remainingValue: "100",
  });
  await deductValue(ctx, { ...at, voucher: card, value: "40" });
  await withdraw(card);
  expect(await getVoucher(ctx, card)).toMatchObject({
    state: "inactive",
    remainingValue: "60.00",
  });
  const other = await setting();
  expect(await codeOf(withdraw(await voucher(), other.ctx))).toBe("invalid_voucher");
});
