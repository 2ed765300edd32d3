import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type OpenHarness,
  openHarness,
  plain,
  together,
  twoProcesses,
} from "../../testing/index.ts";
import { testRewardRaces } from "../../testing/reward-races.ts";
import type { RedeemRewardInput } from "./redeem-reward.rules.ts";
import { redeemRewards } from "./redeem-reward.sql.ts";
import { redeemReward } from "./redeem-reward.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

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
  statement: redeemRewards,
  stampGuards: /ms\.stamps >= (price|b)\.cost/g,
  verb: redeemReward,
  setting,
});

test("one authorization for 20 calls: one is done", async () => {
  const { merchant, customer, input } = await setting({ redemptionPinAuthorization: true });
  const { requestId } = await t.given.authorization(merchant, { customerId: customer.id });
  const answers = await together(twoProcesses(t), 20, (writing) =>
    redeemReward({ ...t.as(merchant), writing }, { ...input, requestId }),
  );
  expect(answers).toEqual({ done: 1, authorization_required: 19 });
});
