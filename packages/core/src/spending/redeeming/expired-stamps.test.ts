import { expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { plain } from "../../testing/index.ts";
import { running, together, twoProcesses } from "../../testing/races.ts";
import {
  deductValue,
  redeemMultipleRewards,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
  redeemVoucherCode,
} from "./index.ts";
import { redeemRewards } from "./redeem-reward/redeem-reward.ts";
import type { RedeemInput } from "./types.ts";

const t = harnessOfFile();

/** Makes a customer with 10 stamps whose last day has passed, and 2 that never expire. */
async function setting() {
  const merchant = await t.given.merchant();
  const store = await t.given.store(merchant);
  const opening = { stamps: 10, nextExpiryOn: "2026-01-31" };
  const customer = await t.given.customer(merchant, {}, opening);
  await t.db.execute(`update memberships set stamps = 12, entry_number = 2
    where merchant_id = ${merchant.id}`);
  await t.db.execute(`insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta,
      number, day)
    values (${merchant.id}, ${customer.id}, 'adjustment', 999999, 2, 2, '2026-01-15')`);
  const input: RedeemInput = { ...plain, user: customer.email, store: store.id };
  return { merchant, customer, input };
}

type Setting = Awaited<ReturnType<typeof setting>>;
type Way = (ctx: CoreContext, of: Setting) => Promise<{ readonly membership: { stamps: number } }>;

async function voucherOf({ merchant, customer }: Setting, value: string | null = null) {
  const template = await t.given.template(merchant, { value, isDynamic: value !== null });
  const voucher = await t.given.voucher(merchant, {
    ...{ voucherTemplateId: template.id, customerId: customer.id },
    ...{ value, remainingValue: value },
  });
  return { ...voucher, voucherTemplate: template.id };
}

const ways: readonly (readonly [string, Way])[] = [
  [
    "a reward",
    async (ctx, of) => {
      const reward = await t.given.reward(of.merchant, { stampsToRedeem: 0 });
      return redeemReward(ctx, { ...of.input, reward: reward.id, qty: 1, stamps: null });
    },
  ],
  [
    "several rewards",
    async (ctx, of) => {
      const { code } = await t.given.reward(of.merchant, { stampsToRedeem: 0 });
      const rewards = [{ code, qty: 1, stamps: null, requestId: null }];
      return redeemMultipleRewards(ctx, { ...of.input, rewards });
    },
  ],
  [
    "a voucher",
    async (ctx, of) => redeemVoucher(ctx, { ...of.input, voucher: (await voucherOf(of)).id }),
  ],
  [
    "a voucher's code",
    async (ctx, of) => {
      const { code, voucherTemplate } = await voucherOf(of);
      return redeemVoucherCode(ctx, { ...of.input, voucherCode: code, voucherTemplate });
    },
  ],
  [
    "a voucher's value",
    async (ctx, of) => {
      const { id } = await voucherOf(of, "10.00");
      return deductValue(ctx, { ...of.input, voucher: id, value: "4.00" });
    },
  ],
  [
    "a promo code",
    async (ctx, of) => {
      const { code } = await t.given.promoCode(of.merchant);
      return redeemPromoCode(ctx, { ...of.input, promoCode: code });
    },
  ],
];

test.each(ways)("%s is redeemed on the balance that is left", async (_, redeem) => {
  const one = await setting();
  const { membership } = await redeem(t.as(one.merchant), one);
  expect(membership.stamps).toBe(2);
});

test("stamps are adjusted on the balance that is left", async () => {
  const { merchant, customer } = await setting();
  const input = { customerId: customer.id, delta: -1, reason: "test" };
  expect(await adjustStamps(t.as(merchant), input)).toEqual({ stamps: 1 });
  const causes = [...((await t.rows(merchant)).get("stampEntries")?.values() ?? [])];
  expect(causes.map(({ cause, delta }) => [cause, delta]).sort()).toEqual([
    ["adjustment", -1],
    ["adjustment", 2],
    ["expiry", -10],
    ["opening", 10],
  ]);
});

test.each([
  [
    "only what is left is spent",
    redeemRewards.statement,
    { done: 1, insufficient_stamps: 19 },
    "expiry",
  ],
  [
    "without the guards what has expired is spent",
    redeemRewards.without({ check: "isDue" }),
    { done: 6, insufficient_stamps: 14 },
    "redemption",
  ],
])(
  "20 calls of two processes when stamps have just expired: %s",
  async (_, sent, expected, cause) => {
    const { merchant, input } = await setting();
    const reward = await t.given.reward(merchant, { stampsToRedeem: 2 });
    const processes = twoProcesses(t).map((process) => running(process, sent));
    const answers = await together(processes, 20, (writing) =>
      redeemReward(
        { ...t.as(merchant), writing },
        { ...input, reward: reward.id, qty: 1, stamps: null },
      ),
    );
    expect(answers).toEqual(expected);
    const entries = [...((await t.rows(merchant)).get("stampEntries")?.values() ?? [])];
    expect(entries.find(({ number }) => number === 3)?.cause).toBe(cause);
  },
);
