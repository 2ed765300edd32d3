import { describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { type OpenHarness, plain, refusalOf } from "../../testing/index.ts";
import { cancelRedemption } from "./cancel-redemption/cancel-redemption.ts";
import { deductValue } from "./deduct-value/deduct-value.ts";
import { redeemPromoCode } from "./redeem-promo-code/redeem-promo-code.ts";
import { redeemReward } from "./redeem-reward/redeem-reward.ts";
import { redeemVoucher, redeemVoucherCode } from "./redeem-voucher/redeem-voucher.ts";
import type { RedeemInput } from "./types.ts";

type Period = { readonly startDate: string; readonly endDate: string };
type Call = (ctx: CoreContext, input: RedeemInput) => Promise<unknown>;
type Thing = readonly [
  name: string,
  tooEarly: string,
  tooLate: string,
  /** Makes a reward, voucher or promo code that is valid in the period. Returns the call that redeems it. */
  make: (t: OpenHarness, merchant: Merchant, customerId: number, period: Period) => Promise<Call>,
];

const things: Thing[] = [
  [
    "a reward",
    "reward_not_available",
    "reward_not_available",
    async (t, merchant, _, period) => {
      const reward = await t.given.reward(merchant, { ...period, stampsToRedeem: 0 });
      return (ctx, input) =>
        redeemReward(ctx, { ...input, reward: reward.id, qty: 1, stamps: null });
    },
  ],
  [
    "a voucher",
    "voucher_not_started",
    "voucher_expired",
    async (t, merchant, customerId, period) => {
      const { id: voucherTemplateId } = await t.given.template(merchant);
      const voucher = await t.given.voucher(merchant, {
        ...period,
        voucherTemplateId,
        customerId,
      });
      return (ctx, input) => redeemVoucher(ctx, { ...input, voucher: voucher.id });
    },
  ],
  [
    "a voucher's value",
    "voucher_not_started",
    "voucher_expired",
    async (t, merchant, customerId, period) => {
      const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
      const voucher = await t.given.voucher(merchant, {
        ...period,
        voucherTemplateId,
        customerId,
        value: "10.00",
        remainingValue: "10.00",
      });
      return (ctx, input) => deductValue(ctx, { ...input, voucher: voucher.id, value: "1.00" });
    },
  ],
  [
    "a voucher code",
    "voucher_not_started",
    "voucher_expired",
    async (t, merchant, _, period) => {
      const template = await t.given.template(merchant);
      const voucher = await t.given.voucher(merchant, {
        ...period,
        voucherTemplateId: template.id,
      });
      return (ctx, input) =>
        redeemVoucherCode(ctx, {
          ...input,
          voucherCode: voucher.code,
          voucherTemplate: template.id,
        });
    },
  ],
  [
    "a promo code",
    "promo_code_not_available",
    "promo_code_not_available",
    async (t, merchant, _, period) => {
      const promo = await t.given.promoCode(merchant, period);
      return (ctx, input) => redeemPromoCode(ctx, { ...input, promoCode: promo.code });
    },
  ],
];

/** Days in a zone, each with its first and its last second in UTC. */
const days = [
  ["Asia/Jakarta", "2027-05-04", "2027-05-03T17:00:00Z", "2027-05-04T16:59:59Z"],
  ["Asia/Jayapura", "2027-05-04", "2027-05-03T15:00:00Z", "2027-05-04T14:59:59Z"],
  ["America/New_York", "2027-03-14", "2027-03-14T05:00:00Z", "2027-03-15T03:59:59Z"],
  ["America/New_York", "2027-11-07", "2027-11-07T04:00:00Z", "2027-11-08T04:59:59Z"],
  ["Pacific/Kiritimati", "2027-05-04", "2027-05-03T10:00:00Z", "2027-05-04T09:59:59Z"],
  ["Etc/GMT+12", "2027-05-04", "2027-05-04T12:00:00Z", "2027-05-05T11:59:59Z"],
] as const;

const secondAfter = (moment: string, seconds: number) =>
  new Date(new Date(moment).getTime() + seconds * 1_000).toISOString();

const t = harnessOfFile();

/** Makes a merchant in Berlin with a store in this zone, and a customer. */
async function place(timezone: string) {
  const merchant = await t.given.merchant({ timezone: "Europe/Berlin" });
  const store = await t.given.store(merchant, { timezone });
  const customer = await t.given.customer(merchant);
  return { merchant, customer, input: { ...plain, user: customer.email, store: store.id } };
}

/**
 * Returns the outcome of a call in the second that begins at `moment`. If a busy machine has delayed the
 * call beyond that second, the call is repeated.
 */
async function inTheSecond(
  moment: string,
  prepare: () => Promise<(offsetMs: number) => Promise<unknown>>,
): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const call = await prepare();
    const began = performance.now();
    const outcome = await call(t.offsetTo(moment)).then(
      () => "redeemed",
      async (error: unknown) => (await refusalOf(Promise.reject(error))).code,
    );
    if (performance.now() - began < 900) return outcome;
  }
  throw new Error("one call takes this machine a second");
}

describe.each(days)("in %s on %s", (timezone, day, first, last) => {
  test.each(things)("%s", async (__, tooEarly, tooLate, make) => {
    const { merchant, customer, input } = await place(timezone);
    const period = { startDate: day, endDate: day };
    const prepare = async () => {
      const call = await make(t, merchant, customer.id, period);
      return (clockOffsetMs: number) => call(t.as(merchant, { clockOffsetMs }), input);
    };
    const outcomes = {
      "the second before": await inTheSecond(secondAfter(first, -1), prepare),
      "its first second": await inTheSecond(first, prepare),
      "its last second": await inTheSecond(last, prepare),
      "the second after": await inTheSecond(secondAfter(last, 1), prepare),
    };
    expect(outcomes).toEqual({
      "the second before": tooEarly,
      "its first second": "redeemed",
      "its last second": "redeemed",
      "the second after": tooLate,
    });
  });
});

test("one voucher, one moment: expired in Jayapura, good in Jakarta", async () => {
  const { merchant, customer, input } = await place("Asia/Jakarta");
  const jayapura = await t.given.store(merchant, { timezone: "Asia/Jayapura" });
  const { id: voucherTemplateId } = await t.given.template(merchant);
  const voucher = await t.given.voucher(merchant, {
    voucherTemplateId,
    customerId: customer.id,
    endDate: "2027-05-04",
  });
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-05-04T16:00:00Z") });
  const redeem = (store: number) => redeemVoucher(ctx, { ...input, store, voucher: voucher.id });
  expect(await refusalOf(redeem(jayapura.id))).toMatchObject({
    code: "voucher_expired",
    expected: "through 2027-05-04",
    found: "2027-05-05",
  });
  expect((await redeem(input.store)).redemption.status).toBe("Created");
});

test.each([
  ["Pacific/Kiritimati", "2027-05-05", "2027-05-06"],
  ["Asia/Jakarta", "2027-05-04", "2027-05-05"],
  ["Etc/GMT+12", "2027-05-03", "2027-05-04"],
])("what is issued at one moment in %s begins on %s", async (timezone, today, tomorrow) => {
  const { merchant, input } = await place(timezone);
  const template = await t.given.template(merchant, { validityDays: 0 });
  const reward = await t.given.reward(merchant, {
    stampsToRedeem: 0,
    voucherTemplateId: template.id,
  });
  const ctx = t.as(merchant, { clockOffsetMs: t.offsetTo("2027-05-04T10:30:00Z") });
  const { voucher } = await redeemReward(ctx, {
    ...input,
    reward: reward.id,
    qty: 1,
    stamps: null,
  });
  expect(voucher).toMatchObject({ startDate: today, endDate: today });
  const { redemption } = await redeemVoucher(ctx, { ...input, voucher: voucher?.id ?? 0 });
  const { replacement } = await cancelRedemption(ctx, {
    redemptionId: redemption.id,
    createReplacementVoucher: true,
  });
  expect(replacement).toMatchObject({ startDate: today, endDate: tomorrow });
});

/** Hours of promo codes, for the days on which the clocks of New York change. */
const early = { startTime: "01:30", endTime: "02:30" };
const twice = { startTime: "01:30", endTime: "01:45" };
const night = { startTime: "22:00", endTime: "01:30" };
test.each([
  ["spring: before", early, "2027-03-14T06:29:59Z", false],
  ["spring: first second", early, "2027-03-14T06:30:00Z", true],
  ["spring: the last second before the gap", early, "2027-03-14T06:59:59Z", true],
  ["spring: the gap swallows the end", early, "2027-03-14T07:00:00Z", false],
  ["fall: first time, first second", twice, "2027-11-07T05:30:00Z", true],
  ["fall: first time, last second", twice, "2027-11-07T05:45:00Z", true],
  ["fall: between both", twice, "2027-11-07T05:45:01Z", false],
  ["fall: second time, first second", twice, "2027-11-07T06:30:00Z", true],
  ["fall: second time, last second", twice, "2027-11-07T06:45:00Z", true],
  ["fall: after both", twice, "2027-11-07T06:45:01Z", false],
  ["fall, over midnight: the evening", night, "2027-11-07T02:00:00Z", true],
  ["fall, over midnight: first 01:30", night, "2027-11-07T05:30:00Z", true],
  ["fall, over midnight: between", night, "2027-11-07T05:59:59Z", false],
  ["fall, over midnight: 01:00 again", night, "2027-11-07T06:00:00Z", true],
  ["fall, over midnight: after", night, "2027-11-07T06:30:01Z", false],
])("hours, %s", async (__, hours, moment, works) => {
  const { merchant, input } = await place("America/New_York");
  const outcome = await inTheSecond(moment, async () => {
    const promo = await t.given.promoCode(merchant, hours);
    return (clockOffsetMs) =>
      redeemPromoCode(t.as(merchant, { clockOffsetMs }), { ...input, promoCode: promo.code });
  });
  expect(outcome).toBe(works ? "redeemed" : "promo_code_not_available");
});
