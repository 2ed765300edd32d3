import { schema } from "@stampbook/db";
import type { TestDatabase } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CoreContext, Merchant } from "../context.ts";
import {
  cancelRedemption,
  deductValue,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
} from "../redeeming/index.ts";
import {
  type Changes,
  interrupted,
  type OpenHarness,
  openHarness,
  plain,
  type Ready,
  type Rows,
  refusalOf,
  ways,
} from "../testing/index.ts";
import { redeemMultipleRewards } from "./index.ts";

// Something happens after a verb has looked and before it writes: the guards decide, not what was
// read, and the rules explain.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** Calls with something happening meanwhile; tells the refusal, and what was written after that. */
async function refusedMeanwhile(
  of: Merchant,
  meanwhile: () => Promise<unknown>,
  call: (ctx: CoreContext) => Promise<unknown>,
) {
  let since: Rows | undefined;
  const ctx = interrupted(t.as(of), async () => {
    await meanwhile();
    since = await t.rows(of);
  });
  const { code } = await refusalOf(call(ctx));
  if (!since) throw new Error("the verb never came to writing");
  return { code, written: Object.keys(await t.written(of, since)) };
}

const {
  customers,
  memberships,
  merchants,
  promoCodes,
  redemptionAuthorizations,
  stores,
  vouchers,
} = schema;
const setMember = (of: Ready, row: Partial<typeof memberships.$inferInsert>) =>
  t.db
    .update(memberships)
    .set(row)
    .where(
      and(eq(memberships.merchantId, of.merchant.id), eq(memberships.customerId, of.customer.id)),
    );
const setVouchers = (of: Ready, row: Partial<typeof vouchers.$inferInsert>) =>
  t.db.update(vouchers).set(row).where(eq(vouchers.merchantId, of.merchant.id));
const setPromoCodes = (of: Ready, row: Partial<typeof promoCodes.$inferInsert>) =>
  t.db.update(promoCodes).set(row).where(eq(promoCodes.merchantId, of.merchant.id));
const setAuthorizations = (of: Ready, row: Partial<typeof redemptionAuthorizations.$inferInsert>) =>
  t.db
    .update(redemptionAuthorizations)
    .set(row)
    .where(eq(redemptionAuthorizations.merchantId, of.merchant.id));
const block = (of: Ready) => setMember(of, { isBlocked: true });
const leave = (of: Ready) =>
  t.db.update(customers).set({ isActive: false }).where(eq(customers.merchantId, of.merchant.id));
const closeStore = (of: Ready) =>
  t.db.update(stores).set({ isActive: false }).where(eq(stores.merchantId, of.merchant.id));
const askForPin = (of: Ready) =>
  t.db
    .update(merchants)
    .set({ redemptionPinAuthorization: true })
    .where(eq(merchants.id, of.merchant.id));

type Way = keyof typeof ways;
type Meanwhile = [way: Way, what: string, does: (of: Ready) => Promise<unknown>, code: string];
const another = async (of: Ready) => ({ customerId: (await t.given.customer(of.merchant)).id });
const again = (of: Ready) => of.redeem(t.as(of.merchant));
const byAnother = async (of: Ready) => {
  const { email } = await t.given.customer(of.merchant, {}, { stamps: 5 });
  await of.redeem(t.as(of.merchant), { user: email });
};

describe("meanwhile", () => {
  test.each<Meanwhile>([
    ["redeemReward", "the stamps are spent", again, "insufficient_stamps"],
    ["redeemMultipleRewards", "the stamps are spent", again, "insufficient_stamps"],
    ["redeemVoucher", "it is redeemed", again, "voucher_already_redeemed"],
    [
      "redeemVoucher",
      "it is deactivated",
      (of) => setVouchers(of, { isActive: false }),
      "voucher_not_available",
    ],
    [
      "redeemVoucher",
      "it is taken away",
      (of) => setVouchers(of, { customerId: null }),
      "invalid_voucher_owner",
    ],
    ["redeemVoucherCode", "it is redeemed", again, "voucher_already_redeemed"],
    ["redeemVoucherCode", "another redeems it", byAnother, "invalid_voucher_owner"],
    [
      "redeemVoucherCode",
      "it is given to another",
      async (of) => setVouchers(of, await another(of)),
      "invalid_voucher_owner",
    ],
    [
      "redeemVoucherCode",
      "it is deactivated",
      (of) => setVouchers(of, { isActive: false }),
      "voucher_not_available",
    ],
    ["deductValue", "the value is deducted", again, "insufficient_voucher_value"],
    [
      "deductValue",
      "it is deactivated",
      (of) => setVouchers(of, { isActive: false }),
      "voucher_not_available",
    ],
    [
      "deductValue",
      "it is taken away",
      (of) => setVouchers(of, { customerId: null }),
      "invalid_voucher_owner",
    ],
    ["redeemPromoCode", "its last use is made", again, "promo_code_limit_reached"],
    ["redeemPromoCode", "another makes its last use", byAnother, "promo_code_limit_reached"],
    [
      "redeemPromoCode",
      "it is deactivated",
      (of) => setPromoCodes(of, { isActive: false }),
      "promo_code_not_available",
    ],
    [
      "redeemPromoCode",
      "a limit for each customer comes in",
      (of) => setPromoCodes(of, { maxUsesPerCustomer: 0 }),
      "promo_code_limit_reached",
    ],
  ])("%s: %s", async (way, _, does, code) => {
    const ready = await ways[way].prepare(t);
    expect(
      await refusedMeanwhile(
        ready.merchant,
        () => does(ready),
        (ctx) => ready.redeem(ctx),
      ),
    ).toEqual({ code, written: ["refusals"] });
  });
});

describe.each(Object.entries(ways))("%s, meanwhile", (_, way) => {
  const authorized = async (asks: boolean) => {
    const ready = await way.prepare(t, { redemptionPinAuthorization: asks });
    const { requestId } = await t.given.authorization(ready.merchant, {
      customerId: ready.customer.id,
    });
    const call = (changes: Changes) => (ctx: CoreContext) => ready.redeem(ctx, changes);
    return { ready, requestId, call };
  };

  test.each([
    ["the member is blocked", block, "membership_blocked"],
    [
      "the member is suspended",
      (of: Ready) => setMember(of, { status: 300 }),
      "membership_blocked",
    ],
    ["the customer becomes inactive", leave, "membership_blocked"],
    ["the store closes", closeStore, "invalid_store"],
  ])("%s", async (_, does, code) => {
    const { ready, call } = await authorized(false);
    expect(await refusedMeanwhile(ready.merchant, () => does(ready), call({}))).toEqual({
      code,
      written: ["refusals"],
    });
  });

  test("the PIN is given anew: the first look's redemption id is used by the second", async () => {
    const { ready, requestId } = await authorized(true);
    const ctx = t.as(ready.merchant);
    let taken = 0;
    const counting: CoreContext = {
      ...ctx,
      ids: {
        ...ctx.ids,
        take: async (merchantId, kind) => {
          if (kind === "redemptions") taken++;
          return ctx.ids.take(merchantId, kind);
        },
      },
    };
    const renew = async () => {
      await setAuthorizations(ready, { expiresAt: "2020-01-01T00:00:00Z" });
      await t.given.authorization(ready.merchant, { customerId: ready.customer.id, requestId });
    };
    const { redemption } = await ready.redeem(interrupted(counting, renew), { requestId });
    expect(redemption.status).toBe("Created");
    expect(taken).toBe(1);
  });

  test("the merchant begins to ask for the PIN", async () => {
    const { ready, call } = await authorized(false);
    expect(await refusedMeanwhile(ready.merchant, () => askForPin(ready), call({}))).toEqual({
      code: "authorization_required",
      written: ["refusals"],
    });
  });

  test("the authorization lapses", async () => {
    const { ready, requestId, call } = await authorized(true);
    const lapse = () => setAuthorizations(ready, { expiresAt: "2020-01-01T00:00:00Z" });
    expect(await refusedMeanwhile(ready.merchant, lapse, call({ requestId }))).toEqual({
      code: "authorization_required",
      written: ["refusals"],
    });
  });

  test("the authorization becomes another customer's", async () => {
    const { ready, requestId, call } = await authorized(true);
    const pass = async () => setAuthorizations(ready, await another(ready));
    expect(await refusedMeanwhile(ready.merchant, pass, call({ requestId }))).toEqual({
      code: "authorization_required",
      written: ["refusals"],
    });
  });

  test("the authorization is spent", async () => {
    const { ready, requestId, call } = await authorized(true);
    const free = await t.given.reward(ready.merchant, { stampsToRedeem: 0 });
    const spend = () =>
      redeemReward(t.as(ready.merchant), {
        ...plain,
        user: ready.customer.email,
        store: ready.store.id,
        reward: free.id,
        qty: 1,
        stamps: null,
        requestId,
      });
    expect(await refusedMeanwhile(ready.merchant, spend, call({ requestId }))).toEqual({
      code: "authorization_required",
      written: ["refusals"],
    });
  });

  test("the same request succeeds elsewhere: it is told again", async () => {
    const ready = await way.prepare(t);
    const elsewhere = () => ready.redeem(t.keyed(ready.merchant, "k"));
    let first: unknown;
    const keyed = t.keyed(ready.merchant, "k");
    const told = await ready.redeem(
      interrupted(keyed, async () => {
        first = await elsewhere();
      }),
    );
    expect(JSON.stringify(told)).toBe(JSON.stringify(first));
    expect(keyed.replays()).toBe(1);
  });
});

describe("redeem-multiple-rewards, meanwhile", () => {
  test("one of two authorizations is spent: the other stays", async () => {
    const merchant = await t.given.merchant({ redemptionPinAuthorization: true });
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 5 });
    const reward = await t.given.reward(merchant, { stampsToRedeem: 1 });
    const [one, two] = [
      await t.given.authorization(merchant, { customerId: customer.id }),
      await t.given.authorization(merchant, { customerId: customer.id }),
    ];
    const call = (requests: readonly string[]) => (ctx: CoreContext) =>
      redeemMultipleRewards(ctx, {
        ...plain,
        user: customer.email,
        store: store.id,
        rewards: requests.map((requestId) => ({
          code: reward.code,
          qty: 1,
          stamps: null,
          requestId,
        })),
      });
    expect(
      await refusedMeanwhile(
        merchant,
        () => call([two.requestId])(t.as(merchant)),
        call([one.requestId, two.requestId]),
      ),
    ).toEqual({ code: "authorization_required", written: ["refusals"] });
    const done = await call([one.requestId])(t.as(merchant));
    expect(done.membership.stamps).toBe(3);
  });
});

describe("a dynamic value, meanwhile", () => {
  const gift = async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant);
    const { id: voucherTemplateId } = await t.given.template(merchant, { isDynamic: true });
    const row = { value: "10.00", remainingValue: "10.00", customerId: customer.id };
    const voucher = await t.given.voucher(merchant, { ...row, voucherTemplateId });
    const input = {
      ...plain,
      user: customer.email,
      store: store.id,
      voucher: voucher.id,
    };
    const part = (ctx: CoreContext, value: string) => deductValue(ctx, { ...input, value });
    const whole = (ctx: CoreContext) => redeemVoucher(ctx, input);
    return { merchant, part, whole };
  };
  const taken = async (of: Merchant, redemptionId: number) =>
    (await t.rows(of)).get("redemptionLines")?.get(`${redemptionId} 1`)?.value;

  test("a part is deducted: whole is what is left then", async () => {
    const { merchant, part, whole } = await gift();
    const ctx = interrupted(t.as(merchant), () => part(t.as(merchant), "6.50"));
    const { redemption } = await whole(ctx);
    expect(await taken(merchant, redemption.id)).toBe("3.50");
  });

  test("a part comes back: whole is all of it", async () => {
    const { merchant, part, whole } = await gift();
    const { redemption: deducted } = await part(t.as(merchant), "6.50");
    const ctx = interrupted(t.as(merchant), () =>
      cancelRedemption(t.as(merchant), {
        redemptionId: deducted.id,
        createReplacementVoucher: false,
      }),
    );
    const { redemption } = await whole(ctx);
    expect(await taken(merchant, redemption.id)).toBe("10.00");
  });

  test("it is redeemed whole: there is nothing to deduct", async () => {
    const { merchant, part, whole } = await gift();
    expect(
      await refusedMeanwhile(
        merchant,
        () => whole(t.as(merchant)),
        (ctx) => part(ctx, "1.00"),
      ),
    ).toEqual({ code: "voucher_already_redeemed", written: ["refusals"] });
  });
});

describe("a promo code for each customer, meanwhile", () => {
  test("the customer makes the last use", async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant);
    const { code } = await t.given.promoCode(merchant, { maxUsesPerCustomer: 1 });
    const use = (ctx: CoreContext) =>
      redeemPromoCode(ctx, { ...plain, user: customer.email, store: store.id, promoCode: code });
    expect(await refusedMeanwhile(merchant, () => use(t.as(merchant)), use)).toEqual({
      code: "promo_code_limit_reached",
      written: ["refusals"],
    });
  });
});
