import type { CoreContext, Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import { type Compared, compareWithAlone } from "../../testing/comparing/compare-with-alone.ts";
import { readShop, seeRedemption } from "../../testing/comparing/read-shop.ts";
import { readRewards } from "../../testing/comparing/read-subjects.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { makeRewardWorld } from "../../testing/worlds/make-reward-world.ts";
import { rewardWorlds } from "../../testing/worlds/reward-worlds.ts";
import { type RedeemRewardInput, type RewardSeen, refuseReward } from "./redeem-reward.rules.ts";
import { operation } from "./redeem-reward.sql.ts";
import { redeemReward } from "./redeem-reward.ts";

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seeReward = await readRewards(t, merchant);
  return (ctx: CoreContext, input: RedeemRewardInput): RewardSeen => ({
    ...seeRedemption(shop, operation, ctx, input),
    ...seeReward(({ id }) => id === input.reward),
  });
}

const compared: Compared<RedeemRewardInput, RewardSeen> = {
  read,
  refuse: refuseReward,
  subjects: ({ customer }) => [`customer ${customer?.id}`],
  // a call that issues vouchers is not done at first, but sent again with the vouchers
  isReady: ({ template }) => template === null,
  verb: redeemReward,
  said: ({ reward }, { qty, stamps, extraData }) => {
    const cost = reward?.kind === "flexible" ? stamps : (reward?.stampsToRedeem ?? 0) * qty;
    const stampsUsed = Number(cost);
    return {
      redemption: { kind: "reward", name: String(reward?.name), stampsUsed, extraData },
      line: { rewardId: reward?.id, qty },
    };
  },
};

const kinds = {
  all: [
    ...["again", "done", "forbidden", "kept", "refused"],
    ...["too few stamps after another call", "with vouchers"],
  ],
};

testWorlds(rewardWorlds, kinds, async (t, facts, met) => {
  const outcomes = await compareWithAlone(t, () => makeRewardWorld(t, facts), compared);
  for (const { isDone, isAble, isReady, refusal, seen, answer, refused } of outcomes) {
    if (isDone) met.add("done");
    if (isReady && !isDone) met.add("again");
    if (isAble && !isReady && answer) met.add("with vouchers");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused");
    else if (refused?.startsWith("insufficient_stamps"))
      met.add("too few stamps after another call");
  }
});
