import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rewardCalls } from "../../testing/calls/reward-calls.ts";
import {
  guardless,
  type OpenHarness,
  openHarness,
  plain,
  rowsOf,
  runFor,
  whileItWaits,
} from "../../testing/index.ts";
import { testRewardRaces } from "../../testing/reward-races.ts";
import type { RedeemRewardInput } from "./redeem-reward.rules.ts";
import { redeemReward, redeemRewards } from "./redeem-reward.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
// Closes the database without an audit: a statement without its guard leaves wrong rows.
afterAll(() => t?.open.close());

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const { id } = await t.given.reward(merchant, { stampsToRedeem: 3 });
  const input: RedeemRewardInput = {
    ...plain,
    ...{ user: customer.email, store: store.id, reward: id, qty: 1, stamps: null },
  };
  const gift = async (voucherTemplateId: number, count: number) => {
    const { id: rewardId } = await t.given.reward(merchant, { voucherTemplateId });
    return { rewardId, input: { ...input, reward: rewardId, qty: count } };
  };
  return { merchant, customer, input, gift };
}

testRewardRaces(() => t, {
  statement: redeemRewards.statement,
  anyStamps: redeemRewards.without({ check: "stampsAreHeld" }),
  anyTemplate: guardless(redeemRewards.statement)(
    /rw\.voucher_template_id is distinct from c\.voucher_template/,
    "(rw.voucher_template_id is not null and c.vouchers is null)",
  ),
  verb: redeemReward,
  setting,
});

describe("stamps that come in while the call waits", () => {
  test.each([
    ["none are lost", redeemRewards.statement, 6],
    [
      "what is not taken from the locked row is lost",
      guardless(redeemRewards.statement)(/ms\.stamps - l\.cost/, "2"),
      2,
    ],
  ])("%s", async (_, statement, left) => {
    const { merchant, call } = await rewardCalls(t);
    await t.db.execute(`update memberships set stamps = 5 where merchant_id = ${merchant.id}`);
    const waiting = await call();
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const more = rowsOf("memberships", "stamps = 9");
    const running = () => run(statement, [waiting], "wait");
    expect(await whileItWaits(t, merchant.id, more, running)).toEqual([true]);
    const [row] = [...((await t.rows(merchant)).get("memberships")?.values() ?? [])];
    expect(row?.stamps).toBe(left);
  });
});

describe("a reward that issues a voucher", () => {
  test("is not done without the voucher, nor with one of another template", async () => {
    const { merchant, callWithVoucher } = await rewardCalls(t);
    const run = runFor(t, { merchantId: merchant.id, offsetMs: 0 });
    const [call, another] = [await callWithVoucher(), await callWithVoucher()];
    const none = { voucherTemplate: null, vouchers: null };
    const { voucherTemplate, vouchers } = another;
    const { statement } = redeemRewards;
    expect(await run(statement, [{ ...call, ...none }])).toEqual([false]);
    expect(await run(statement, [{ ...call, voucherTemplate, vouchers }])).toEqual([false]);
    expect(await run(statement, [call])).toEqual([true]);
  });
});
