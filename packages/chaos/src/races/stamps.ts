import { redeemReward, redeemRewardKeyed } from "../naive/rewards.ts";
import { place } from "./place.ts";
import { expectWinners, type Race, times, won } from "./race.ts";

export const lastStamps: Race = {
  name: "the same last stamps",
  naive: { redeemReward },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness, { stamps: 10 });
    const reward = await harness.given.reward(merchant, { stampsToRedeem: 3 });
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) =>
          verbs.redeemReward(ctx, { ...input, reward: reward.id, qty: 1, stamps: null }),
      ),
      judge: (outcomes) => expectWinners(outcomes, { from: 3, refused: ["insufficient_stamps"] }),
    };
  },
};

export const lastStampsSeveralWays: Race = {
  name: "the same last stamps, by one reward and by several",
  naive: { redeemReward },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness, { stamps: 10 });
    const { code, id } = await harness.given.reward(merchant, { stampsToRedeem: 2 });
    const line = { code, qty: 1, stamps: null, requestId: null };
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        if (n % 4 === 0)
          return verbs.redeemMultipleRewards(ctx, { ...input, rewards: [line, line] });
        return verbs.redeemReward(ctx, { ...input, reward: id, qty: 1, stamps: null });
      }),
      // 10 stamps pay for 5 calls (2 each), for 4 calls (4 + 2 + 2 + 2), or for 3 calls (4 + 4 + 2)
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 3, to: 5, refused: ["insufficient_stamps"] }),
    };
  },
};

export const sameKey: Race = {
  name: "the same idempotency key",
  naive: { redeemReward: redeemRewardKeyed },
  prepare: async (harness, verbs, clients) => {
    const { merchant, input } = await place(harness, { stamps: 1_000 });
    const { id } = await harness.given.reward(merchant, { stampsToRedeem: 3 });
    return {
      merchant,
      calls: times(clients, () => (ctx) => {
        const { idempotency } = harness.keyed(merchant, "k");
        const keyed = idempotency ? { ...ctx, idempotency } : ctx;
        return verbs.redeemReward(keyed, { ...input, reward: id, qty: 1, stamps: null });
      }),
      judge: async (outcomes) => {
        const told = new Set(won(outcomes).map((each) => JSON.stringify(each)));
        const made = (await harness.rows(merchant)).get("redemptions")?.size;
        return [
          ...expectWinners(outcomes, { from: clients, refused: [] }),
          ...(told.size === 1 ? [] : [`${told.size} different answers`]),
          ...(made === 1 ? [] : [`${made} redemptions`]),
        ];
      },
    };
  },
};
