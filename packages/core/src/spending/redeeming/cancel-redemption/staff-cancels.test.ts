import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Caller, StaffRole } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { listReplacements, reviewReplacement } from "../../history/index.ts";
import { previewCancelRedemption } from "../../history/preview-cancel-redemption.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { cancelRedemption } from "./cancel-redemption.ts";

const t = harnessOfFile();

const HOUR_MS = 3_600_000;

/** Redeems a voucher of 5.00 whole. Cashiers may cancel for `hours` hours, or for the default if null. */
async function setting(hours: number | null = null) {
  const merchant = await t.given.merchant(hours === null ? {} : { cashierCancelHours: hours });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant);
  const template = await t.given.template(merchant, { value: "5.00" });
  const voucher = await t.given.voucher(merchant, {
    voucherTemplateId: template.id,
    customerId: customer.id,
    value: "5.00",
  });
  const redeemed = await redeemVoucher(t.as(merchant), {
    ...plain,
    user: customer.email,
    store: store.id,
    voucher: voucher.id,
  });
  const redemptionId = redeemed.redemption.id;
  const as = (role: StaffRole, hoursLater = 0, stores: readonly number[] | null = null) => {
    const caller: Caller = { kind: "staff", merchant, userId: role, role, stores };
    return t.as(merchant, { caller, clockOffsetMs: hoursLater * HOUR_MS });
  };
  const cancel = (ctx: ReturnType<typeof as>, reason: string | null = "Wrong customer") =>
    cancelRedemption(ctx, { redemptionId, createReplacementVoucher: true, reason });
  return { merchant, store, customer, redemptionId, as, cancel };
}

it("M13 (T32): staff give a reason for a cancel", async () => {
  const { merchant, as, cancel, redemptionId } = await setting();
  for (const role of ["cashier", "manager", "owner"] as const)
    for (const reason of [null, "", "  "])
      expect(await refusalOf(cancel(as(role), reason))).toMatchObject({
        code: "required",
        field: "reason",
      });
  // a till's token needs no reason
  const { redemption } = await cancelRedemption(t.as(merchant), {
    redemptionId,
    createReplacementVoucher: false,
  });
  expect(redemption.status).toBe("Canceled");
});

it("M13 (T32): past the age that the merchant sets, a cancel takes a manager", async () => {
  const denied = { code: "permission_denied" };
  const byDefault = await setting();
  expect(await refusalOf(byDefault.cancel(byDefault.as("cashier", 25)))).toMatchObject(denied);
  const preview = await previewCancelRedemption(
    byDefault.as("cashier", 25),
    byDefault.redemptionId,
  );
  expect(preview.refusal).toMatchObject(denied);
  await byDefault.cancel(byDefault.as("cashier", 23));
  const short = await setting(2);
  expect(await refusalOf(short.cancel(short.as("cashier", 3)))).toMatchObject(denied);
  await short.cancel(short.as("manager", 3));
  const never = await setting(0);
  expect(await refusalOf(never.cancel(never.as("cashier")))).toMatchObject(denied);
  await never.cancel(never.as("owner"));
});

it("M13: a cancel with a replacement is listed until somebody has reviewed it", async () => {
  const { store, customer, redemptionId, as, cancel } = await setting();
  const page = { after: null, limit: 10 };
  const open = async (ctx = as("manager")) =>
    (await listReplacements(ctx, { ...page, isOpen: true, who: null })).items;
  expect(await open()).toEqual([]);
  await cancel(as("cashier"));
  expect(await open()).toMatchObject([
    {
      id: redemptionId,
      customer: { id: customer.id },
      canceledBy: { kind: "staff", id: "cashier" },
      canceledAt: expect.any(String),
      voucherValue: "5.00",
      reason: "Wrong customer",
      voucher: { isRedeemed: false },
      reviewedAt: null,
    },
  ]);
  const elsewhere = as("manager", 0, [store.id + 1]);
  expect(await open(elsewhere)).toEqual([]);
  expect(await refusalOf(reviewReplacement(elsewhere, redemptionId))).toMatchObject({
    code: "permission_denied",
  });
  await reviewReplacement(as("manager"), redemptionId);
  await reviewReplacement(as("owner"), redemptionId);
  expect(await open()).toEqual([]);
  const { items } = await listReplacements(as("owner"), { ...page, isOpen: false, who: null });
  expect(items).toMatchObject([{ id: redemptionId, reviewedBy: { id: "manager" } }]);
  // D9: by who canceled, and by who reviewed
  for (const [who, count] of [
    ["staff:cashier", 1],
    ["staff:manager", 1],
    ["staff:owner", 0],
  ] as const)
    expect(
      (await listReplacements(as("owner"), { ...page, isOpen: false, who })).items,
    ).toHaveLength(count);
  const rows = await t.db
    .select()
    .from(schema.auditEntries)
    .where(eq(schema.auditEntries.action, "redemptions.reviewReplacement"));
  expect(rows).toHaveLength(1);
});
