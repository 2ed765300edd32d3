import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../../testing/index.ts";
import type { RedeemPromoCodeInput } from "./redeem-promo-code.ts";
import { redeemPromoCode } from "./redeem-promo-code.ts";

const t = harnessOfFile();

/** Makes a merchant with a customer and a promo code. */
async function setting(row: Parameters<OpenHarness["given"]["promoCode"]>[1] = {}) {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 5 });
  const promo = await t.given.promoCode(merchant, row);
  const call = (changes: Partial<RedeemPromoCodeInput> = {}, ctx = t.as(merchant)) =>
    redeemPromoCode(ctx, {
      ...plain,
      user: customer.email,
      store: store.id,
      promoCode: promo.code,
      invoiceNumber: "INV-5",
      ...changes,
    });
  return { merchant, store, customer, promo, call };
}

describe("a promo code", () => {
  test("is told whole", async () => {
    const { customer, promo, call } = await setting();
    expect(await call()).toEqual({
      redemption: {
        id: expect.any(Number),
        name: promo.name,
        stampsUsed: 0,
        status: "Created",
        extraData: null,
      },
      customer: expect.objectContaining({ id: customer.id, email: customer.email }),
      membership: expect.objectContaining({ stamps: 5 }),
      promoCode: { id: promo.id, code: promo.code, name: promo.name, extraData: {} },
    });
  });

  test("counts its use, in total and for the customer, and nothing else is written", async () => {
    const { merchant, store, customer, promo, call } = await setting();
    const before = await t.rows(merchant);
    const { redemption } = await call({ channel: 2 });
    expect(await t.written(merchant, before)).toEqual({
      promoCodes: [{ id: promo.id, uses: 1 }],
      promoCodeUses: [{ promoCodeId: promo.id, customerId: customer.id, uses: 1 }],
      redemptions: [
        {
          id: redemption.id,
          kind: "promo_code",
          status: "Created",
          customerId: customer.id,
          storeId: store.id,
          name: promo.name,
          ...{ stampsUsed: 0, stampsReturned: 0, canceledQty: 0 },
          channel: 2,
          invoiceNumber: "INV-5",
          redeemedBy: "token:1",
        },
      ],
      redemptionLines: [
        {
          redemptionId: redemption.id,
          line: 1,
          promoCodeId: promo.id,
          name: promo.name,
          ...{ qty: 1, canceledQty: 0 },
          stampsUsed: 0,
          spendsVoucher: false,
        },
      ],
    });
    const again = await t.rows(merchant);
    await call();
    expect(await t.written(merchant, again)).toMatchObject({
      promoCodes: [{ id: promo.id, uses: 2 }],
      promoCodeUses: [{ promoCodeId: promo.id, customerId: customer.id, uses: 2 }],
    });
  });

  test("compares without case", async () => {
    const { promo, call } = await setting({ code: "Hello10" });
    expect((await call({ promoCode: "hELLO10" })).redemption.name).toBe(promo.name);
  });
});

describe("limits", () => {
  test("in total: two for whomever, then none", async () => {
    const { merchant, customer, call } = await setting({ maxUses: 2 });
    const other = await t.given.customer(merchant);
    await call();
    await call({ user: other.email });
    for (const user of [customer.email, other.email])
      expect(await refusalOf(call({ user }))).toMatchObject({
        code: "promo_code_limit_reached",
        message: "This promo code is used up",
        rule: "uses in total",
        expected: "fewer than 2",
        found: "2",
      });
  });

  test("for a customer: two each", async () => {
    const { merchant, customer, call } = await setting({ maxUsesPerCustomer: 2 });
    const other = await t.given.customer(merchant);
    await call();
    await call();
    await call({ user: other.email });
    expect(await refusalOf(call({ user: customer.email }))).toMatchObject({
      code: "promo_code_limit_reached",
      rule: "uses by one customer",
      expected: "fewer than 2",
      found: "2",
    });
    expect((await call({ user: other.email })).redemption.status).toBe("Created");
  });

  test("both: the total comes first", async () => {
    const { call } = await setting({ maxUses: 1, maxUsesPerCustomer: 1 });
    await call();
    expect(await refusalOf(call())).toMatchObject({ rule: "uses in total" });
  });

  test("none are allowed", async () => {
    const { call } = await setting({ maxUses: 0 });
    expect(await refusalOf(call())).toMatchObject({ code: "promo_code_limit_reached" });
  });
});

describe("hours in the store's zone, Jakarta's", () => {
  const night = { startTime: "22:00", endTime: "02:00" };
  const evening = { startTime: "17:00", endTime: "19:30" };
  test.each([
    ["within", evening, "2027-05-04T18:00:00+07:00", true],
    [
      "within, on its first day",
      { ...evening, startDate: "2027-05-04" },
      "2027-05-04T18:00:00+07:00",
      true,
    ],
    ["before", evening, "2027-05-04T16:30:00+07:00", false],
    ["after", evening, "2027-05-04T20:00:00+07:00", false],
    ["over midnight, in the evening", night, "2027-05-04T23:00:00+07:00", true],
    ["over midnight, in the morning", night, "2027-05-04T01:00:00+07:00", true],
    ["over midnight, by day", night, "2027-05-04T12:00:00+07:00", false],
  ])("%s", async (_, row, moment, works) => {
    const { merchant, call } = await setting(row);
    const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo(moment) });
    const outcome = call({}, ctx);
    if (works) expect((await outcome).redemption.status).toBe("Created");
    else
      expect(await refusalOf(outcome)).toMatchObject({
        code: "promo_code_not_available",
        message: `This promo code works from ${row.startTime} until ${row.endTime}`,
        rule: "is within its hours in the store's zone",
        found: expect.stringContaining(moment.slice(11, 17)),
      });
  });
});

describe("what is refused", () => {
  test("is recorded without the code that was sent", async () => {
    const { merchant, store, customer, call } = await setting();
    const before = await t.rows(merchant);
    const { code, rule, message } = await refusalOf(call({ promoCode: "NOPE" }));
    const written = await t.written(merchant, before);
    expect(written).toEqual({
      refusals: [
        expect.objectContaining({
          operation: "redemptions.redeemPromoCode",
          subject: "a promo code",
          ...{ code, rule, message, storeId: store.id, customerId: customer.id },
        }),
      ],
    });
    expect(JSON.stringify(written)).not.toContain("NOPE");
  });

  test("another merchant's", async () => {
    const { call } = await setting();
    const foreign = await setting();
    expect(await refusalOf(call({ promoCode: foreign.promo.code }))).toMatchObject({
      code: "invalid_promo_code",
    });
  });

  test("limits that are met refuse nothing", async () => {
    const { merchant, customer } = await setting();
    const store = await t.given.store(merchant);
    const promo = await t.given.promoCode(merchant, {
      stores: [store.id],
      channels: [2],
      startDate: "2020-01-01",
      endDate: "2099-01-01",
      startTime: "00:00",
      endTime: "23:59:59",
      maxUses: 1,
      maxUsesPerCustomer: 1,
    });
    const done = await redeemPromoCode(t.as(merchant), {
      ...plain,
      user: customer.email,
      store: store.id,
      promoCode: promo.code,
      channel: 2,
    });
    expect(done.redemption.name).toBe(promo.name);
  });
});
