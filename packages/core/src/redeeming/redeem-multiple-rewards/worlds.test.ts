import type { CoreContext, Merchant } from "../../context.ts";
import { failureKinds } from "../../failures.ts";
import { type Compared, compareWithAlone } from "../../testing/comparing/compare-with-alone.ts";
import { readShop, seeRedemption } from "../../testing/comparing/read-shop.ts";
import { readRewards } from "../../testing/comparing/read-subjects.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { makeMultipleRewardsWorld } from "../../testing/worlds/make-multiple-rewards-world.ts";
import { multipleRewardsWorlds } from "../../testing/worlds/multiple-rewards-worlds.ts";
import {
  type LineSeen,
  type RedeemMultipleRewardsInput,
  type RewardsSeen,
  type RewardWish,
  refuseRewards,
} from "./redeem-multiple-rewards.rules.ts";
import { operation } from "./redeem-multiple-rewards.sql.ts";
import { redeemMultipleRewards } from "./redeem-multiple-rewards.ts";

async function read(t: OpenHarness, merchant: Merchant) {
  const shop = await readShop(t, merchant);
  const seeReward = await readRewards(t, merchant);
  return (ctx: CoreContext, input: RedeemMultipleRewardsInput): RewardsSeen => {
    const see = (requestId: string | null) =>
      seeRedemption(shop, operation, ctx, { ...input, requestId, extraData: null });
    const { authorization: _, ...common } = see(null);
    const seeLine = ({ code, requestId }: RewardWish): LineSeen => {
      const text = String(code).trim();
      const byCode = seeReward(({ codeKey }) => codeKey === text.toUpperCase());
      const found = byCode.reward ? byCode : seeReward(({ id }) => String(id) === text);
      return { ...found, authorization: see(requestId).authorization };
    };
    return { ...common, lines: input.rewards.map(seeLine) };
  };
}

const costOf = (line: LineSeen | undefined, { qty, stamps }: RewardWish) =>
  line?.reward?.kind === "flexible" ? Number(stamps) : Number(line?.reward?.stampsToRedeem) * qty;

const compared: Compared<RedeemMultipleRewardsInput, RewardsSeen> = {
  read,
  refuse: refuseRewards,
  subjects: ({ customer }) => [`customer ${customer?.id}`],
  // a call that issues vouchers is not done at first, but sent again with the vouchers
  isReady: ({ lines }) => lines.every(({ template }) => template === null),
  verb: redeemMultipleRewards,
  said: ({ lines }, { rewards }) => {
    const rows = rewards.map((wish, index) => {
      const { reward } = lines[index] ?? {};
      const { qty, requestId } = wish;
      const stampsUsed = costOf(lines[index], wish);
      return { rewardId: reward?.id, name: reward?.name, qty, stampsUsed, requestId };
    });
    const [line = {}, ...moreLines] = rows;
    const name = rows.map((row) => row.name).join(", ");
    const stampsUsed = rows.reduce((sum, row) => sum + row.stampsUsed, 0);
    return {
      redemption: { kind: "rewards", name, stampsUsed, extraData: null },
      line,
      moreLines,
    };
  },
};

const kinds = {
  all: [
    ...["again", "done", "forbidden", "kept", "refused"],
    ...["done with authorizations", "several lines done"],
    ...["too few stamps after another call", "with vouchers"],
  ],
};

testWorlds(multipleRewardsWorlds, kinds, async (t, facts, met) => {
  const outcomes = await compareWithAlone(t, () => makeMultipleRewardsWorld(t, facts), compared);
  for (const { isDone, isAble, isReady, refusal, seen, input, answer, refused } of outcomes) {
    if (isDone) met.add("done");
    if (isDone && input.rewards.length > 1) met.add("several lines done");
    if (isDone && seen.needsAuthorization) met.add("done with authorizations");
    if (isReady && !isDone) met.add("again");
    if (isAble && !isReady && answer) met.add("with vouchers");
    if (seen.kept) met.add("kept");
    if (refusal) met.add(failureKinds[refusal.code] === "forbidden" ? "forbidden" : "refused");
    else if (refused?.startsWith("insufficient_stamps"))
      met.add("too few stamps after another call");
  }
});
