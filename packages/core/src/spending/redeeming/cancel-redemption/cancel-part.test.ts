import { schema } from "@stampbook/db";
import { and, asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { replayLedger, type StampEntry } from "../../../holding/stamps/lots.rules.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { plain, refusalOf } from "../../../testing/index.ts";
import { getRedemption } from "../../history/index.ts";
import { deductValue } from "../deduct-value/deduct-value.ts";
import { previewCancel } from "../index.ts";
import { redeemMultipleRewards } from "../redeem-multiple-rewards/redeem-multiple-rewards.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { redeemVoucher } from "../redeem-voucher/redeem-voucher.ts";
import { cancelRedemption, type NamedPart } from "./cancel-redemption.ts";

const { redemptionLines, stampEntries, vouchers } = schema;

const t = harnessOfFile({ isOwn: true });

/**
 * Redeems two Buns for 2 stamps each, which issue a voucher each, and a Tea for 3, of a customer with 20 stamps.
 */
async function redeemed() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 20 });
  const ctx = t.as(merchant);
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const bun = await t.given.reward(merchant, { name: "Bun", stampsToRedeem: 2, voucherTemplateId });
  const tea = await t.given.reward(merchant, { name: "Tea", stampsToRedeem: 3 });
  const who = { user: customer.email, store: store.id, channel: null };
  const { redemption } = await redeemMultipleRewards(ctx, {
    ...{ ...who, invoiceNumber: "INV-1" },
    rewards: [
      { code: bun.code, qty: 2, stamps: null, requestId: null },
      { code: tea.code, qty: 1, stamps: null, requestId: "till 4" },
    ],
  });
  const { id } = redemption;
  const cancel = (part: Partial<NamedPart> | null) =>
    cancelRedemption(ctx, {
      ...{ redemptionId: id, createReplacementVoucher: false, reason: "Wrong drink" },
      part: part && { line: null, lineRequestId: null, qty: null, ...part },
    });
  const issued = () =>
    t.db
      .select({ id: vouchers.id, isActive: vouchers.isActive, line: vouchers.issuedByLine })
      .from(vouchers)
      .where(and(eq(vouchers.merchantId, merchant.id), eq(vouchers.issuedByRedemptionId, id)))
      .orderBy(asc(vouchers.id));
  const spend = (voucher: number) =>
    redeemVoucher(ctx, { ...plain, user: customer.email, store: store.id, voucher });
  return { merchant, customer, ctx, id, cancel, issued, spend };
}

const lines = (first: number, second: number) => [
  { line: 1, qty: 2, canceledQty: first },
  { line: 2, qty: 1, canceledQty: second },
];

describe("one of two of a line", () => {
  test("gives back its stamps and its newest voucher, and leaves the rest", async () => {
    const { merchant, customer, id, cancel, issued } = await redeemed();
    const [kept, last] = await issued();
    expect([kept?.line, last?.line]).toEqual([1, 1]);
    const before = await t.rows(merchant);
    expect(await cancel({ line: 1, qty: 1 })).toEqual({
      redemption: {
        ...{ id, name: "Bun, Tea", stampsUsed: 7, stampsReturned: 2 },
        ...{ status: "Created", extraData: null },
      },
      customer: expect.objectContaining({ id: customer.id }),
      membership: expect.objectContaining({ stamps: 15 }),
      replacement: null,
      withdrawn: [{ id: last?.id, code: expect.any(String) }],
      lines: lines(1, 0),
    });
    expect(await t.written(merchant, before)).toEqual({
      memberships: [{ customerId: customer.id, stamps: 15, entryNumber: 3 }],
      stampEntries: [
        {
          ...{ customerId: customer.id, cause: "part_cancellation", causeId: 1, delta: 2 },
          ...{ number: 3, day: expect.any(String), reversedId: id },
        },
      ],
      redemptions: [{ id, stampsReturned: 2, canceledQty: 1 }],
      redemptionLines: [{ redemptionId: id, line: 1, canceledQty: 1 }],
      redemptionCancels: [
        {
          ...{ id: 1, redemptionId: id, line: 1, qty: 1, stamps: 2 },
          ...{ reason: "Wrong drink", canceledBy: "token:1" },
        },
      ],
      vouchers: [{ id: last?.id, isActive: false }],
      auditEntries: [
        {
          ...{ id: expect.any(Number), action: "redemptions.cancel", actor: "token:1" },
          ...{ subject: `redemption ${id}`, reason: "Wrong drink" },
          details: { name: "Bun, Tea", delta: 2, line: 1, qty: 1 },
        },
      ],
    });
  });

  test("twice is two: the voucher of the other goes too", async () => {
    const { cancel, issued } = await redeemed();
    await cancel({ line: 1, qty: 1 });
    expect(await cancel({ line: 1, qty: 1 })).toMatchObject({
      ...{ redemption: { status: "Created", stampsReturned: 4 }, membership: { stamps: 17 } },
      lines: lines(2, 0),
    });
    expect((await issued()).map(({ isActive }) => isActive)).toEqual([false, false]);
    expect(await refusalOf(cancel({ line: 1, qty: 1 }))).toMatchObject({
      ...{ code: "invalid", field: "qty", message: "Nothing is left of this line." },
    });
  });

  test("takes the unspent voucher, and is refused where all that are left are spent", async () => {
    const { cancel, issued, spend } = await redeemed();
    const [first, last] = await issued();
    await spend(last?.id ?? 0);
    expect(await refusalOf(cancel({ line: 1 }))).toMatchObject({
      code: "voucher_already_redeemed",
      message: expect.stringContaining("issued by this redemption, was already redeemed"),
    });
    expect((await cancel({ line: 1, qty: 1 })).withdrawn).toMatchObject([{ id: first?.id }]);
    expect((await refusalOf(cancel({ line: 1, qty: 1 }))).code).toBe("voucher_already_redeemed");
    expect((await cancel({ line: 2 })).redemption.status).toBe("Created");
  });
});

test("a voucher that is spent in part stays, although it is newer", async () => {
  const { merchant, customer, ctx } = await redeemed();
  const template = await t.given.template(merchant, { isDynamic: true, value: "10.00" });
  const card = { stampsToRedeem: 0, voucherTemplateId: template.id };
  const { id: reward } = await t.given.reward(merchant, card);
  const store = (await t.given.store(merchant)).id;
  const who = { ...plain, user: customer.email, store };
  const made = await redeemReward(ctx, { ...who, reward, qty: 2, stamps: null });
  const [unspent, newest] = made.vouchers;
  await deductValue(ctx, { ...who, voucher: newest?.id ?? 0, value: "1.00" });
  const canceled = await cancelRedemption(ctx, {
    ...{ redemptionId: made.redemption.id, createReplacementVoucher: false },
    part: { line: 1, lineRequestId: null, qty: 1 },
  });
  expect(canceled.withdrawn).toMatchObject([{ id: unspent?.id }]);
});

describe("a line", () => {
  test("that is named by its request id is canceled once", async () => {
    const { merchant, cancel } = await redeemed();
    const first = await cancel({ lineRequestId: "till 4" });
    expect(first).toMatchObject({ redemption: { stampsReturned: 3 }, lines: lines(0, 1) });
    const before = await t.rows(merchant);
    expect(await cancel({ lineRequestId: "till 4" })).toEqual(first);
    expect(await cancel({ line: 2, lineRequestId: "till 4" })).toEqual(first);
    expect(await t.written(merchant, before)).toEqual({});
  });

  test("of which one was canceled gives back the rest, and is answered alike again", async () => {
    const { cancel } = await redeemed();
    await cancel({ line: 1, qty: 1 });
    const first = await cancel({ line: 1 });
    expect(first).toMatchObject({ membership: { stamps: 17 }, lines: lines(2, 0) });
    expect(first.withdrawn).toHaveLength(2);
    expect(await cancel({ line: 1 })).toEqual(first);
  });

  test("that is the last cancels the redemption, with what was canceled before", async () => {
    const { merchant, ctx, id, cancel } = await redeemed();
    await cancel({ line: 1 });
    const before = await t.rows(merchant);
    const last = await cancel({ line: 2 });
    expect(last).toMatchObject({
      redemption: { status: "Canceled", stampsReturned: 7 },
      ...{ membership: { stamps: 20 }, lines: lines(2, 1) },
    });
    expect(await t.written(merchant, before)).toMatchObject({
      stampEntries: [{ cause: "cancellation", causeId: id, delta: 3 }],
      redemptions: [{ status: "Canceled", stampsReturned: 7, canceledBy: "token:1" }],
    });
    expect(await cancel({ line: 2 })).toEqual(last);
    expect((await cancel(null)).redemption).toEqual(last.redemption);
    expect(await getRedemption(ctx, id)).toMatchObject({
      ...{ status: "Canceled", stampsReturned: 7, cancelReason: "Wrong drink" },
      parts: [{ name: "Bun", qty: 2, stamps: 4, reason: "Wrong drink" }],
    });
  });

  test("whose request id another line has is named by its number", async () => {
    const { merchant, id, cancel } = await redeemed();
    const ofRedemption = and(
      eq(redemptionLines.merchantId, merchant.id),
      eq(redemptionLines.redemptionId, id),
    );
    await t.db.update(redemptionLines).set({ requestId: "both" }).where(ofRedemption);
    expect(await refusalOf(cancel({ lineRequestId: "both" }))).toMatchObject({
      ...{ code: "invalid", field: "line_request_id" },
    });
    expect(await cancel({ line: 2, lineRequestId: "both" })).toMatchObject({ lines: lines(0, 1) });
  });

  test("of a redemption whose vouchers do not name their lines is refused", async () => {
    const { merchant, id, cancel } = await redeemed();
    const ofRedemption = and(
      eq(vouchers.merchantId, merchant.id),
      eq(vouchers.issuedByRedemptionId, id),
    );
    await t.db.update(vouchers).set({ issuedByLine: null }).where(ofRedemption);
    expect(await refusalOf(cancel({ line: 2 }))).toMatchObject({ code: "invalid", field: "line" });
    expect((await cancel(null)).redemption.status).toBe("Canceled");
  });
});

test("the whole after a part gives back the rest", async () => {
  const { ctx, id, cancel } = await redeemed();
  await cancel({ line: 1, qty: 1 });
  expect(await previewCancel(ctx, id)).toMatchObject({ stampsBack: 5 });
  const one = { line: 1, lineRequestId: null, qty: 1 };
  expect(await previewCancel(ctx, id, one)).toMatchObject({
    ...{ stampsBack: 2, withdrawn: [{ id: expect.any(Number) }] },
  });
  const whole = await cancel(null);
  expect(whole).toMatchObject({
    redemption: { status: "Canceled", stampsReturned: 7 },
    ...{ membership: { stamps: 20 }, lines: lines(2, 1) },
  });
  expect(whole.withdrawn).toHaveLength(1);
  expect(await refusalOf(cancel({ line: 1, qty: 1 }))).toMatchObject({ field: "qty" });
});

test("a voucher's redemption has one line, which is the whole of it", async () => {
  const { merchant, ctx, cancel, issued, spend } = await redeemed();
  const [voucher] = await issued();
  const { redemption } = await spend(voucher?.id ?? 0);
  const part = { line: 1, lineRequestId: null, qty: 1 };
  const input = { redemptionId: redemption.id, createReplacementVoucher: true };
  expect(
    await refusalOf(cancelRedemption(ctx, { ...input, part: { ...part, line: 2 } })),
  ).toMatchObject({ field: "line", message: "This redemption has no such line. Its lines are 1." });
  const canceled = await cancelRedemption(ctx, { ...input, part });
  expect(canceled).toMatchObject({
    ...{ redemption: { status: "Canceled" }, replacement: { id: expect.any(Number) } },
  });
  const rows = (await t.rows(merchant)).get("redemptionCancels");
  expect(rows?.size ?? 0).toBe(0);
  // the replacement belongs to the line that issued the voucher
  const { withdrawn } = await cancel({ line: 1 });
  expect(withdrawn.map(({ id }) => id)).toContain(canceled.replacement?.id);
});

test("stamps go back to the lots from which they were taken last", async () => {
  const merchant = await t.given.merchant({ stampsValidDays: 10 });
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 0 });
  const dated = { merchantId: merchant.id, customerId: customer.id, cause: "award" };
  for (const [number, expiresOn] of [
    [1, "2099-01-01"],
    [2, "2099-02-01"],
  ] as const)
    await t.db
      .insert(stampEntries)
      .values({ ...dated, causeId: number, number, delta: 3, day: "2026-01-01", expiresOn });
  await t.db.insert(schema.stampAwards).values(
    [1, 2].map((id) => ({
      ...{ merchantId: merchant.id, customerId: customer.id, id, stamps: 3, createdBy: "token:1" },
    })),
  );
  await t.db.execute(
    `update memberships set stamps = 6, entry_number = 2, next_expiry_on = '2099-01-01' where merchant_id = ${merchant.id}`,
  );
  const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 2 });
  const input = { ...plain, user: customer.email, store: store.id, reward, qty: 2, stamps: null };
  const { redemption } = await redeemReward(t.as(merchant), input);
  const lots = async () => {
    const entries = await t.db
      .select()
      .from(stampEntries)
      .where(eq(stampEntries.merchantId, merchant.id));
    return replayLedger(entries as unknown as StampEntry[]).lots.map(({ expiresOn, left }) => [
      expiresOn,
      left,
    ]);
  };
  expect(await lots()).toEqual([["2099-02-01", 2]]);
  await cancelRedemption(t.as(merchant), {
    ...{ redemptionId: redemption.id, createReplacementVoucher: false },
    part: { line: 1, lineRequestId: null, qty: 1 },
  });
  // as if only one had been redeemed
  expect(await lots()).toEqual([
    ["2099-01-01", 1],
    ["2099-02-01", 3],
  ]);
});
