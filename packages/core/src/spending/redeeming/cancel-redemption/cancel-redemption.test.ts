import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listAuditEntries } from "../../../foundation/audit/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf, ways } from "../../../testing/index.ts";
import { getRedemption } from "../../history/index.ts";
import { deductValue } from "../deduct-value/deduct-value.ts";
import { redeemReward } from "../redeem-reward/redeem-reward.ts";
import { redeemVoucher, redeemVoucherCode } from "../redeem-voucher/redeem-voucher.ts";
import { cancelRedemption } from "./cancel-redemption.ts";

const t = harnessOfFile({ isOwn: true });

type VoucherRow = Partial<Parameters<OpenHarness["given"]["voucher"]>[1]>;
type TemplateRow = Parameters<OpenHarness["given"]["template"]>[1];
const noon = "2027-05-04T12:00:00+07:00";

/** Makes a customer with 10 stamps. The calls begin at noon in Jakarta. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo(noon) });
  const input = { ...plain, user: customer.email, store: store.id };
  const cancel = (redemptionId: number, createReplacementVoucher = false) =>
    cancelRedemption(ctx, { redemptionId, createReplacementVoucher });
  return { merchant, store, customer, ctx, input, cancel };
}

/** Redeems a reward of 3 stamps that issues two vouchers. */
async function issued(templateRow: TemplateRow) {
  const scene = await setting();
  const { merchant, ctx, input } = scene;
  const template = await t.given.template(merchant, templateRow);
  const reward = await t.given.reward(merchant, {
    stampsToRedeem: 3,
    voucherTemplateId: template.id,
  });
  const before = await t.rows(merchant);
  const { redemption } = await redeemReward(ctx, {
    ...input,
    reward: reward.id,
    qty: 2,
    stamps: null,
  });
  const vouchers = (await t.written(merchant, before)).vouchers ?? [];
  return { ...scene, redemption, vouchers: vouchers.map(({ id }) => Number(id)) };
}

/** Redeems a voucher whole, by its id or its code. */
async function spent(by: "id" | "code", row: VoucherRow = {}, templateRow: TemplateRow = {}) {
  const scene = await setting();
  const { merchant, customer, ctx, input } = scene;
  const template = await t.given.template(merchant, templateRow);
  const voucher = await t.given.voucher(merchant, {
    ...row,
    voucherTemplateId: template.id,
    ...(by === "id" ? { customerId: customer.id } : {}),
  });
  const { redemption } =
    by === "id"
      ? await redeemVoucher(ctx, { ...input, voucher: voucher.id })
      : await redeemVoucherCode(ctx, {
          ...input,
          voucherCode: voucher.code,
          voucherTemplate: template.id,
        });
  return { ...scene, template, voucher, redemption };
}

/** Makes a customer with a dynamic voucher of 10.00. */
async function gift() {
  const scene = await setting();
  const { merchant, customer, ctx, input } = scene;
  const template = await t.given.template(merchant, { isDynamic: true, value: "10.00" });
  const voucher = await t.given.voucher(merchant, {
    voucherTemplateId: template.id,
    customerId: customer.id,
    value: "10.00",
    remainingValue: "10.00",
    endDate: "2099-12-31",
  });
  const deduct = async (value: string) =>
    (await deductValue(ctx, { ...input, voucher: voucher.id, value })).redemption;
  const whole = async () =>
    (await redeemVoucher(ctx, { ...input, voucher: voucher.id })).redemption;
  return { ...scene, template, voucher, deduct, whole };
}

type Told = { readonly id: number; readonly name: string; readonly stampsUsed: number };

/** Returns the rows that a cancel writes: the redemption, and the audit entry with the actor `by`. */
const asCanceled = ({ id, name, stampsUsed }: Told, by = "token:1") => ({
  redemptions: [
    {
      ...{ id, status: "Canceled", canceledAt: expect.any(String), canceledBy: by },
      ...(stampsUsed ? { stampsReturned: stampsUsed } : {}),
    },
  ],
  auditEntries: [
    {
      id: expect.any(Number),
      action: "redemptions.cancel",
      actor: by,
      subject: `redemption ${id}`,
      details: { name, ...(stampsUsed ? { delta: stampsUsed } : {}) },
    },
  ],
});

describe("a reward's redemption", () => {
  test("gives its stamps back, is told whole, and nothing else is written", async () => {
    const { merchant, customer, ctx, input, cancel } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const extraData = { till: 4 };
    const { redemption } = await redeemReward(ctx, {
      ...input,
      reward: reward.id,
      qty: 2,
      stamps: null,
      extraData,
    });
    const before = await t.rows(merchant);
    expect(await cancel(redemption.id)).toEqual({
      redemption: {
        id: redemption.id,
        name: reward.name,
        ...{ stampsUsed: 6, stampsReturned: 6 },
        ...{ status: "Canceled", extraData },
      },
      customer: expect.objectContaining({ id: customer.id }),
      membership: expect.objectContaining({ stamps: 10, levelName: "Blue" }),
      replacement: null,
      withdrawn: [],
      lines: [{ line: 1, qty: 2, canceledQty: 2 }],
    });
    expect(await t.written(merchant, before)).toEqual({
      memberships: [{ customerId: customer.id, stamps: 10, entryNumber: 3 }],
      stampEntries: [
        {
          ...{ customerId: customer.id, cause: "cancellation", causeId: redemption.id, delta: 6 },
          ...{ number: 3, day: expect.any(String) },
        },
      ],
      ...asCanceled(redemption),
    });
  });

  test("is on the record with the person who canceled it, at the time of the cancel", async () => {
    const { merchant, ctx, input } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 3 });
    const { redemption } = await redeemReward(ctx, {
      ...input,
      reward: reward.id,
      qty: 1,
      stamps: null,
    });
    const before = await t.rows(merchant);
    const caller = {
      kind: "staff",
      merchant,
      userId: "u1",
      role: "manager",
      stores: null,
    } as const;
    const later = t.as(merchant, {
      caller,
      clockOffsetMs: t.offsetTo("2027-05-11T09:00:00+07:00"),
    });
    const wish = { redemptionId: redemption.id, createReplacementVoucher: false };
    await cancelRedemption(later, { ...wish, reason: "Wrong drink" });
    await cancelRedemption(later, { ...wish, reason: "Said twice" });
    expect(await t.written(merchant, before)).toMatchObject(asCanceled(redemption, "staff:u1"));
    expect(await getRedemption(later, redemption.id)).toMatchObject({
      canceledBy: { kind: "staff", id: "u1" },
      cancelReason: "Wrong drink",
    });
    const week = { from: "2027-05-10", to: "2027-05-16", actor: "staff:u1", subject: null };
    const { items } = await listAuditEntries(later, {
      ...week,
      action: "redemptions.cancel",
      text: null,
      after: null,
      limit: 10,
    });
    expect(items).toMatchObject([
      { subject: `redemption ${redemption.id}`, reason: "Wrong drink" },
    ]);
    expect(items[0]?.createdAt).toMatch(/^2027-05-11T02:00:0/);
  });

  test("is a security event, with the caller's name, address and browser", async () => {
    const { merchant, redeem } = await ways.redeemReward.prepare(t);
    const { id } = await t.given.token(merchant, { secret: "sk_1234567890ab", hash: "h" });
    const { staffUsers, securityEvents, auditEntries } = schema;
    const person = { id: "u2", name: "Rina", email: "rina@example.com" };
    await t.db.insert(staffUsers).values({ ...person, emailVerified: true });
    const origin = { address: "192.0.2.7", userAgent: "b".repeat(200), procedure: "p" };
    const shared = { merchant, stores: null } as const;
    const callers = [
      [{ ...shared, kind: "token", tokenId: id, scopes: ["*"] }, `token:${id}`, `Token ${id}`],
      [{ ...shared, kind: "staff", userId: "u2", role: "manager" }, "staff:u2", "Rina"],
    ] as const;
    for (const [caller, actor, actorName] of callers) {
      const { redemption } = await redeem(t.as(merchant));
      const input = { redemptionId: redemption.id, createReplacementVoucher: false };
      await cancelRedemption(t.as(merchant, { caller, origin }), { ...input, reason: "Twice" });
      const subject = `redemption ${redemption.id}`;
      const [event] = await t.db
        .select()
        .from(securityEvents)
        .where(
          and(eq(securityEvents.merchantId, merchant.id), eq(securityEvents.subject, subject)),
        );
      expect(event).toMatchObject({
        ...{ what: "redemption-canceled", result: "done", actor, actorName, subject },
        ...{ merchantId: merchant.id, address: "192.0.2.7", userAgent: "b".repeat(160) },
      });
      const [entry] = await t.db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.merchantId, merchant.id), eq(auditEntries.subject, subject)));
      expect(entry).toMatchObject({ id: event?.id, reason: "Twice", address: "192.0.2.7" });
    }
  });

  test("for nothing gives nothing back", async () => {
    const { merchant, ctx, input, cancel } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 0 });
    const { redemption } = await redeemReward(ctx, {
      ...input,
      reward: reward.id,
      qty: 1,
      stamps: null,
    });
    const before = await t.rows(merchant);
    await cancel(redemption.id);
    expect(await t.written(merchant, before)).toEqual({
      ...asCanceled(redemption),
    });
  });

  test.each<[string, TemplateRow]>([
    ["static", { value: "5.00" }],
    ["dynamic", { value: "5.00", isDynamic: true }],
  ])("takes back the %s vouchers that it issued", async (_, templateRow) => {
    const { merchant, input, ctx, cancel, redemption, vouchers } = await issued(templateRow);
    const before = await t.rows(merchant);
    await cancel(redemption.id, true);
    expect((await t.written(merchant, before)).vouchers).toEqual(
      vouchers.map((id) => ({ id, isActive: false })),
    );
    expect(
      await refusalOf(redeemVoucher(ctx, { ...input, voucher: vouchers[0] ?? 0 })),
    ).toMatchObject({ code: "voucher_not_available" });
  });

  test("is refused while one of them is spent, with nothing changed", async () => {
    const { merchant, customer, store, input, ctx, cancel, redemption, vouchers } = await issued(
      {},
    );
    await redeemVoucher(ctx, { ...input, voucher: vouchers[1] ?? 0 });
    const before = await t.rows(merchant);
    const refusal = await refusalOf(cancel(redemption.id));
    expect(refusal).toMatchObject({
      code: "voucher_already_redeemed",
      message: expect.stringMatching(/^Voucher \w{16}, issued by this redemption, was already/),
    });
    expect(await t.written(merchant, before)).toEqual({
      refusals: [
        expect.objectContaining({
          operation: "redemptions.cancel",
          subject: `redemption ${redemption.id}`,
          rule: "vouchers that the redemption issued are unspent",
          expected: "unspent",
          found: `voucher ${vouchers[1]} is spent`,
          storeId: store.id,
          customerId: customer.id,
        }),
      ],
    });
  });

  test("is refused while one of them is partly spent, and not once that is canceled", async () => {
    const { input, ctx, cancel, redemption, vouchers } = await issued({
      value: "5.00",
      isDynamic: true,
    });
    const part = await deductValue(ctx, {
      ...input,
      voucher: vouchers[0] ?? 0,
      value: "0.01",
    });
    expect(await refusalOf(cancel(redemption.id))).toMatchObject({
      code: "voucher_already_redeemed",
    });
    await cancel(part.redemption.id);
    expect((await cancel(redemption.id)).redemption.status).toBe("Canceled");
  });
});

describe("several rewards at once", () => {
  test("give their total back", async () => {
    const ready = await ways.redeemMultipleRewards.prepare(t);
    const { redemption } = await ready.redeem(t.as(ready.merchant));
    const before = await t.rows(ready.merchant);
    const done = await cancelRedemption(t.as(ready.merchant), {
      redemptionId: redemption.id,
      createReplacementVoucher: false,
    });
    expect(done.membership.stamps).toBe(5);
    expect(await t.written(ready.merchant, before)).toEqual({
      memberships: [{ customerId: ready.customer.id, stamps: 5, entryNumber: 3 }],
      stampEntries: [
        {
          ...{
            customerId: ready.customer.id,
            cause: "cancellation",
            causeId: redemption.id,
            delta: 3,
          },
          ...{ number: 3, day: expect.any(String) },
        },
      ],
      ...asCanceled(redemption),
    });
  });
});

describe.each(["id", "code"] as const)("a voucher that was redeemed whole by its %s", (by) => {
  test("stays spent", async () => {
    const { merchant, voucher, cancel, redemption, ctx, input } = await spent(by);
    const before = await t.rows(merchant);
    expect((await cancel(redemption.id)).replacement).toBeNull();
    expect(await t.written(merchant, before)).toEqual({
      ...asCanceled(redemption),
    });
    expect(await refusalOf(redeemVoucher(ctx, { ...input, voucher: voucher.id }))).toMatchObject({
      code: "voucher_already_redeemed",
    });
  });

  test("is replaced where that is asked for, by one that can be redeemed", async () => {
    const { merchant, customer, template, cancel, redemption, ctx, input } = await spent(
      by,
      { value: "25.00", endDate: "2027-06-30" },
      { value: "30.00", description: "A lunch" },
    );
    const before = await t.rows(merchant);
    const { replacement } = await cancel(redemption.id, true);
    expect(replacement).toMatchObject({
      name: template.name,
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/),
      isActive: true,
      startDate: "2027-05-04",
      endDate: "2027-06-30",
      value: "25.00",
      remainingValue: null,
      description: "A lunch",
    });
    expect(await t.written(merchant, before)).toEqual({
      ...asCanceled(redemption),
      vouchers: [
        {
          id: replacement?.id,
          voucherTemplateId: template.id,
          code: replacement?.code,
          codeKey: replacement?.code,
          customerId: customer.id,
          value: "25.00",
          startDate: "2027-05-04",
          endDate: "2027-06-30",
          isActive: true,
          replacesRedemptionId: redemption.id,
        },
      ],
      replacementReviews: [{ redemptionId: redemption.id, canceledAt: expect.any(String) }],
    });
    const again = await redeemVoucher(ctx, { ...input, voucher: replacement?.id ?? 0 });
    expect(again.redemption.status).toBe("Created");
  });

  test.each([
    ["keeps the last day", "2027-05-20", "2027-05-20"],
    ["keeps a last day of tomorrow", "2027-05-05", "2027-05-05"],
    ["is good for one more day where today is the last", "2027-05-04", "2027-05-05"],
    ["has no end where there was none", null, null],
  ])("its replacement %s", async (_, endDate, last) => {
    const { cancel, redemption } = await spent(by, { endDate });
    expect((await cancel(redemption.id, true)).replacement).toMatchObject({
      startDate: "2027-05-04",
      endDate: last,
    });
  });

  test("its replacement is good for one day where it has expired since", async () => {
    const { merchant, redemption } = await spent(by, { endDate: "2027-05-20" });
    const later = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-08-01T12:00:00+07:00") });
    const done = await cancelRedemption(later, {
      redemptionId: redemption.id,
      createReplacementVoucher: true,
    });
    expect(done.replacement).toMatchObject({ startDate: "2027-08-01", endDate: "2027-08-02" });
  });
});

describe("a deducted value", () => {
  test("comes back, with its entry, and nothing else is written", async () => {
    const { merchant, voucher, deduct, cancel } = await gift();
    const redemption = await deduct("6.50");
    const { id } = redemption;
    const before = await t.rows(merchant);
    expect((await cancel(id, true)).replacement).toBeNull();
    expect(await t.written(merchant, before)).toEqual({
      vouchers: [{ id: voucher.id, remainingValue: "10.00" }],
      voucherValueEntries: [
        { voucherId: voucher.id, cause: "cancellation", causeId: id, delta: "6.50" },
      ],
      ...asCanceled(redemption),
    });
  });

  test("opens the voucher again that it had emptied", async () => {
    const { merchant, voucher, deduct, cancel } = await gift();
    await deduct("6.50");
    const { id } = await deduct("3.50");
    const before = await t.rows(merchant);
    await cancel(id);
    expect((await t.written(merchant, before)).vouchers).toEqual([
      { id: voucher.id, remainingValue: "3.50", redeemedAt: null },
    ]);
    expect((await deduct("3.50")).status).toBe("Created");
  });

  test("comes back in any order of cancels", async () => {
    const { merchant, voucher, deduct, cancel } = await gift();
    const first = await deduct("1.00");
    const second = await deduct("9.00");
    await cancel(first.id);
    await cancel(second.id);
    const row = (await t.rows(merchant)).get("vouchers")?.get(String(voucher.id));
    expect(row).toMatchObject({ remainingValue: "10.00", redeemedAt: null });
  });

  test("opens the voucher again with that much, where the rest was redeemed whole", async () => {
    const { merchant, voucher, deduct, whole, cancel } = await gift();
    const part = await deduct("6.50");
    await whole();
    const before = await t.rows(merchant);
    await cancel(part.id);
    expect((await t.written(merchant, before)).vouchers).toEqual([
      { id: voucher.id, remainingValue: "6.50", redeemedAt: null },
    ]);
    expect((await whole()).status).toBe("Created");
  });

  test("a dynamic voucher redeemed whole stays empty; its replacement has what was taken", async () => {
    const { merchant, voucher, template, deduct, whole, cancel } = await gift();
    await deduct("6.50");
    const { id } = await whole();
    const before = await t.rows(merchant);
    const { replacement } = await cancel(id, true);
    expect(replacement).toMatchObject({ value: "3.50", remainingValue: "3.50" });
    expect(await t.written(merchant, before)).toMatchObject({
      vouchers: [
        {
          id: replacement?.id,
          voucherTemplateId: template.id,
          value: "3.50",
          remainingValue: "3.50",
        },
      ],
      voucherValueEntries: [
        { voucherId: replacement?.id, cause: "opening", causeId: 0, delta: "3.50" },
      ],
    });
    const row = (await t.rows(merchant)).get("vouchers")?.get(String(voucher.id));
    expect(row).toMatchObject({ remainingValue: "0.00", redeemedAt: expect.any(String) });
  });
});

describe("a promo code", () => {
  test("gets its use back, in total and for the customer", async () => {
    const ready = await ways.redeemPromoCode.prepare(t);
    const { merchant, customer } = ready;
    const { redemption } = await ready.redeem(t.as(merchant));
    expect(await refusalOf(ready.redeem(t.as(merchant)))).toMatchObject({
      code: "promo_code_limit_reached",
    });
    const before = await t.rows(merchant);
    await cancelRedemption(t.as(merchant), {
      redemptionId: redemption.id,
      createReplacementVoucher: true,
    });
    expect(await t.written(merchant, before)).toEqual({
      promoCodes: [{ id: expect.any(Number), uses: 0 }],
      promoCodeUses: [{ promoCodeId: expect.any(Number), customerId: customer.id, uses: 0 }],
      ...asCanceled(redemption),
    });
    expect((await ready.redeem(t.as(merchant))).redemption.status).toBe("Created");
  });
});

describe("canceling twice", () => {
  test.each(Object.entries(ways))("%s: answers alike and changes nothing", async (_, way) => {
    const ready = await way.prepare(t);
    const ctx = t.as(ready.merchant);
    const { redemption } = await ready.redeem(ctx);
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    const first = await cancelRedemption(ctx, input);
    const before = await t.rows(ready.merchant);
    expect(await cancelRedemption(ctx, input)).toEqual(first);
    expect(await cancelRedemption(ctx, { ...input, createReplacementVoucher: true })).toEqual(
      first,
    );
    expect(await t.written(ready.merchant, before)).toEqual({});
  });
});

describe("which redemption", () => {
  test("unknown, and another merchant's", async () => {
    const { merchant, cancel } = await setting();
    const foreign = await ways.redeemReward.prepare(t);
    const { redemption } = await foreign.redeem(t.as(foreign.merchant));
    const before = await t.rows(merchant);
    const beforeThere = await t.rows(foreign.merchant);
    for (const id of [999_999, redemption.id])
      expect(await refusalOf(cancel(id))).toMatchObject({
        code: "redemption_not_found",
        message: "Redemption not found",
      });
    const { refusals, ...rest } = await t.written(merchant, before);
    expect(refusals).toHaveLength(2);
    expect(rest).toEqual({});
    expect(await t.written(foreign.merchant, beforeThere)).toEqual({});
  });

  test("made in another store than the token's", async () => {
    const { merchant, redeem, store } = await ways.redeemReward.prepare(t);
    const { redemption } = await redeem(t.as(merchant));
    const elsewhere = await t.given.store(merchant);
    const input = { redemptionId: redemption.id, createReplacementVoucher: false };
    expect(
      await refusalOf(cancelRedemption(t.within(merchant, [elsewhere.id]), input)),
    ).toMatchObject({ code: "permission_denied" });
    const done = await cancelRedemption(t.within(merchant, [store.id]), input);
    expect(done.redemption.status).toBe("Canceled");
    expect(
      await refusalOf(cancelRedemption(t.within(merchant, [elsewhere.id]), input)),
    ).toMatchObject({ code: "permission_denied" });
  });

  test("of a blocked member, is canceled all the same", async () => {
    const { merchant, customer, redeem } = await ways.redeemReward.prepare(t);
    const { redemption } = await redeem(t.as(merchant));
    await t.given.block(merchant, customer);
    const done = await cancelRedemption(t.as(merchant), {
      redemptionId: redemption.id,
      createReplacementVoucher: false,
    });
    expect(done.membership).toMatchObject({ stamps: 5, isBlocked: true });
  });
});
