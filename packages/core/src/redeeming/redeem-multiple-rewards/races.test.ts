import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  changing,
  guardless,
  type OpenHarness,
  openHarness,
  running,
  together,
  twoProcesses,
} from "../../testing/index.ts";
import { testRewardRaces } from "../../testing/reward-races.ts";
import type { RedeemMultipleRewardsInput } from "./redeem-multiple-rewards.rules.ts";
import { redeemManyRewards } from "./redeem-multiple-rewards.sql.ts";
import { redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

let t: OpenHarness;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

async function setting(settings: Parameters<OpenHarness["given"]["merchant"]>[0] = {}) {
  const merchant = await t.given.merchant(settings);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(merchant, {}, { stamps: 10 });
  const one = await t.given.reward(merchant, { stampsToRedeem: 1 });
  const two = await t.given.reward(merchant, { stampsToRedeem: 2 });
  /** `requests` are the request ids of the lines. A single id is used for all lines. */
  const inputFor = (
    requests: readonly string[],
    rewards: readonly { readonly code: string }[] = [one, two],
  ): RedeemMultipleRewardsInput => ({
    ...{ user: customer.email, store: store.id, invoiceNumber: null, channel: null },
    rewards: rewards.map(({ code }, index) => {
      const requestId = requests[index] ?? requests[0] ?? null;
      return { code, qty: 1, stamps: null, requestId };
    }),
  });
  const gift = async (voucherTemplateId: number, count: number) => {
    const reward = await t.given.reward(merchant, { voucherTemplateId });
    const rewards = [one, ...Array.from({ length: count }, () => reward)];
    return { rewardId: reward.id, input: inputFor([], rewards) };
  };
  return { merchant, customer, inputFor, input: inputFor([]), gift };
}

const without = guardless(redeemManyRewards);

testRewardRaces(() => t, {
  statement: redeemManyRewards,
  anyStamps: without(/(b\.stamps >= w|ms\.stamps >= b)\.cost/g, "true"),
  anyTemplate: without(
    /rw\.voucher_template_id is not distinct from c\.voucher_template/,
    "(rw.voucher_template_id is null or c.vouchers is not null)",
  ),
  verb: redeemMultipleRewards,
  setting,
});

test("two authorizations that 20 calls name in both orders: one call is done", async () => {
  const { merchant, customer, inputFor } = await setting({ redemptionPinAuthorization: true });
  const authorize = () => t.given.authorization(merchant, { customerId: customer.id });
  const requests = [(await authorize()).requestId, (await authorize()).requestId];
  const answers = await together(twoProcesses(t), 20, (writing, n) =>
    redeemMultipleRewards(
      { ...t.as(merchant), writing },
      inputFor(n % 3 ? requests : requests.toReversed()),
    ),
  );
  expect(answers).toEqual({ done: 1, authorization_required: 19 });
});

describe("T35: the merchant begins to ask for the PIN between the two statements", () => {
  test.each([
    ["a call without it is refused", redeemManyRewards, { authorization_required: 1 }],
    [
      "a call without it is done, without the guard",
      without(/and \(not m\.redemption_pin_authorization or \([^)]*\)\)/),
      { done: 1 },
    ],
  ])("%s", async (_, statement, expected) => {
    const { merchant, inputFor } = await setting();
    const { id: voucherTemplateId } = await t.given.template(merchant);
    const input = inputFor([], [await t.given.reward(merchant, { voucherTemplateId })]);
    const [process] = twoProcesses(t);
    const writing = changing(running(process, statement), () =>
      t.db.execute(
        `update merchants set redemption_pin_authorization = true where id = ${merchant.id}`,
      ),
    );
    const answers = await together([writing], 1, () =>
      redeemMultipleRewards({ ...t.as(merchant), writing }, input),
    );
    expect(answers).toEqual(expected);
  });
});
