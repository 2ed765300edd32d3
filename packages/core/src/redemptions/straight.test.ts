import { schema } from "@stampbook/db";
import type { TestDatabase } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../failures.ts";
import type { Keyed } from "../retries/index.ts";
import { type OpenHarness, openHarness, plain } from "../testing/index.ts";
import { deductVoucherValue, redeemReward } from "./index.ts";
import { redeemVoucher } from "./redeem-voucher.ts";
import { redeemRewardStraight } from "./reward-straight.store.ts";
import { addDays } from "./voucher.rules.ts";
import { deductValueStraight, redeemVoucherStraight } from "./voucher-straight.store.ts";

// What goes straight, in one statement, is what the rules would let through, and nothing else.

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

const noKey: Keyed = { operation: "o", key: null, fingerprint: null, frame: null };

/** Mostly what nothing stands against, so that a third of the cases go through, their edges often. */
const mostly = <T>(fine: readonly T[], against: readonly T[]) =>
  fc.oneof(
    { weight: 14, arbitrary: fc.constantFrom(...fine) },
    { weight: 1, arbitrary: fc.constantFrom(...against) },
  );

type Where = "all" | "here" | "elsewhere";

const facts = fc.record({
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  hours: fc.integer({ min: 0, max: 47 }),
  storeIsActive: mostly([true], [false]),
  storeBy: mostly<"id" | "code" | "nothing">(["id", "code"], ["nothing"]),
  within: mostly<Where>(["all", "here"], ["elsewhere"]),
  customerIsActive: mostly([true], [false]),
  customerBy: mostly<"email" | "memberId" | "nothing">(["email", "memberId"], ["nothing"]),
  isBlocked: mostly([false], [true]),
  status: mostly<100 | 200 | 300>([100], [200, 300]),
  asksForPin: mostly([false], [true]),
  isActive: mostly([true], [false]),
  startsIn: mostly<number | null>([null, -1, 0], [1]),
  endsIn: mostly<number | null>([null, 0, 1], [-1]),
  stores: mostly<Where>(["all", "here"], ["elsewhere"]),
  channels: mostly<number[]>([[], [2], [1, 2]], [[9]]),
  channel: mostly<number | null>([2], [null, 1]),
});
type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

/** A shop as the facts have it, and what its calls say. */
async function shop(of: Facts) {
  const merchant = await t.given.merchant({
    timezone: of.timezone,
    redemptionPinAuthorization: of.asksForPin,
  });
  const store = await t.given.store(merchant, {
    isActive: of.storeIsActive,
    timezone: of.timezone,
  });
  const elsewhere = await t.given.store(merchant);
  const clockOffsetMs = of.hours * 3_600_000;
  const today = new Intl.DateTimeFormat("sv", { timeZone: of.timezone }).format(
    Date.now() + clockOffsetMs,
  );
  const day = (days: number | null) => (days === null ? null : addDays(today, days));
  const places = { all: [], here: [store.id], elsewhere: [elsewhere.id] };
  const stores = of.within === "all" ? null : places[of.within];
  const ctx = t.as(merchant, {
    clockOffsetMs,
    caller: { kind: "token", merchant, tokenId: 1, scopes: ["*"], stores },
  });
  const customer = async (stamps = 0) => {
    const made = await t.given.customer(merchant, { isActive: of.customerIsActive }, { stamps });
    await t.db
      .update(schema.memberships)
      .set({ isBlocked: of.isBlocked, status: of.status })
      .where(
        and(
          eq(schema.memberships.merchantId, merchant.id),
          eq(schema.memberships.customerId, made.id),
        ),
      );
    const user = { email: made.email, memberId: made.memberId, nothing: "nobody@nowhere.test" };
    const at = { id: store.id, code: store.code.toLowerCase(), nothing: "no such store" };
    const call = {
      ...plain,
      channel: of.channel,
      user: user[of.customerBy],
      store: at[of.storeBy],
    };
    return { ...made, call };
  };
  const days = { isActive: of.isActive, startDate: day(of.startsIn), endDate: day(of.endsIn) };
  return {
    merchant,
    ctx,
    customer,
    days,
    where: { stores: places[of.stores], channels: of.channels },
  };
}

/** The outcome without what two that are alike differ in; null where it was refused. */
async function alike(outcome: Promise<object | null>): Promise<object | null> {
  const told = await outcome.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  const own = new Set(["id", "redemptionId", "email", "memberId", "code", "referralCode", "name"]);
  return JSON.parse(JSON.stringify(told, (key, value) => (own.has(key) ? undefined : value)));
}

type Three = {
  /** What the one statement told, or null. */
  readonly straight: Promise<object | null>;
  /** The verb's outcomes, as it goes and made to go in steps. */
  readonly direct: () => Promise<object>;
  readonly inSteps: () => Promise<object>;
};

/** Holds the statement to the rules' verdict, and the verb's outcomes to each other. */
async function compare<F>(arbitrary: fc.Arbitrary<F>, three: (of: F) => Promise<Three>) {
  const verdicts = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(arbitrary, async (of) => {
      const { straight, direct, inSteps } = await three(of);
      const outcome = await alike(inSteps());
      expect((await straight) !== null).toBe(outcome !== null);
      expect(await alike(direct())).toEqual(outcome);
      verdicts.add(outcome !== null);
    }),
    { numRuns: 100 },
  );
  expect(verdicts.size).toBe(2);
}

const inSteps = { requestId: "r" } as const;

describe("what goes straight is what goes in steps", () => {
  const vouchers = fc.record({
    shop: facts,
    owner: mostly<"the customer" | "another" | "nobody">(["the customer"], ["another", "nobody"]),
    isRedeemed: mostly([false], [true]),
    left: fc.constantFrom(null, "10.00", "6.50"),
    value: fc.constantFrom("0.01", "6.50", "6.51", "10.00", "10.01"),
  });
  type Vouchers = typeof vouchers extends fc.Arbitrary<infer F> ? F : never;

  /** Three customers whose vouchers are alike: what each call says. */
  async function three(of: Vouchers) {
    const { merchant, ctx, customer, days, where } = await shop(of.shop);
    const { id: voucherTemplateId } = await t.given.template(merchant, where);
    const spent = { remainingValue: "0.00", redeemedAt: new Date().toISOString() };
    const one = async () => {
      const [holder, other] = [await customer(), await customer()];
      const owner = { "the customer": holder.id, another: other.id, nobody: null };
      const { remainingValue, redeemedAt } = of.isRedeemed
        ? spent
        : { remainingValue: of.left, redeemedAt: null };
      const voucher = await t.given.voucher(merchant, {
        ...days,
        voucherTemplateId,
        redeemedAt,
        customerId: owner[of.owner],
        ...(of.left === null ? {} : { value: "10.00", remainingValue }),
      });
      return { ...holder.call, voucher: voucher.id, value: of.value };
    };
    return { ctx, first: await one(), second: await one(), third: await one() };
  }

  test("a voucher", () =>
    compare(vouchers, async (of) => {
      const { ctx, first, second, third } = await three(of);
      return {
        straight: redeemVoucherStraight(ctx, first, 1_000, noKey),
        direct: () => redeemVoucher(ctx, second),
        inSteps: () => redeemVoucher(ctx, { ...third, ...inSteps }),
      };
    }));

  test("a value", () =>
    compare(vouchers, async (of) => {
      const { ctx, first, second, third } = await three(of);
      return {
        straight: deductValueStraight(ctx, first, 1_000, noKey),
        direct: () => deductVoucherValue(ctx, second),
        inSteps: () => deductVoucherValue(ctx, { ...third, ...inSteps }),
      };
    }));

  const rewards = fc.record({
    shop: facts,
    kind: fc.constantFrom<"fixed" | "flexible">("fixed", "flexible"),
    stamps: fc.constantFrom(null, 0, 4, 10, 11),
    qty: fc.constantFrom(1, 2, 3),
  });

  test("a reward", () =>
    compare(rewards, async ({ kind, stamps, qty, ...of }) => {
      const { merchant, ctx, customer, days, where } = await shop(of.shop);
      const row = { ...days, ...where, kind, stampsToRedeem: kind === "fixed" ? 5 : 0 };
      const reward = await t.given.reward(merchant, row);
      const call = async () => ({ ...(await customer(10)).call, reward: reward.id, qty, stamps });
      const [first, second, third] = [await call(), await call(), await call()];
      return {
        straight: redeemRewardStraight(ctx, first, 1_000, noKey),
        direct: () => redeemReward(ctx, second),
        inSteps: () => redeemReward(ctx, { ...third, ...inSteps }),
      };
    }));
});

describe("what carries a voucher, or needs a PIN, is left to the steps", () => {
  test("a reward with a voucher issues it", async () => {
    const merchant = await t.given.merchant();
    const store = await t.given.store(merchant);
    const customer = await t.given.customer(merchant, {}, { stamps: 5 });
    const { id: voucherTemplateId } = await t.given.template(merchant);
    const reward = await t.given.reward(merchant, { stampsToRedeem: 5, voucherTemplateId });
    const call = { ...plain, user: customer.email, store: store.id };
    const input = { ...call, reward: reward.id, qty: 1, stamps: null };
    expect(await redeemRewardStraight(t.as(merchant), input, 1_000, noKey)).toBeNull();
    expect((await redeemReward(t.as(merchant), input)).voucher?.isActive).toBe(true);
  });
});
