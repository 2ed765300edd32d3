import { redeemMultipleRewards, redeemReward } from "../naive/rewards.ts";
import { place } from "./place.ts";
import { expectWinners, type Race, times } from "./race.ts";

const asked = { redemptionPinAuthorization: true };

export const sameAuthorization: Race = {
  name: "the same authorization",
  naive: { redeemReward },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness, { ...asked, stamps: 1_000 });
    const reward = await harness.given.reward(merchant, { stampsToRedeem: 1 });
    const { requestId } = await harness.given.authorization(merchant, {
      customerId: customer.id,
    });
    return {
      merchant,
      calls: times(
        clients,
        () => (ctx) =>
          verbs.redeemReward(ctx, {
            ...input,
            requestId,
            reward: reward.id,
            qty: 1,
            stamps: null,
          }),
      ),
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 1, refused: ["authorization_required"] }),
    };
  },
};

export const oppositeOrder: Race = {
  name: "several rewards with overlapping authorizations in opposite order",
  naive: { redeemMultipleRewards },
  prepare: async (harness, verbs, clients) => {
    const { merchant, customer, input } = await place(harness, { ...asked, stamps: 1_000 });
    const { code } = await harness.given.reward(merchant, { stampsToRedeem: 0 });
    const requests = await Promise.all(
      times(3, () => harness.given.authorization(merchant, { customerId: customer.id })),
    );
    const lines = requests.map(({ requestId }) => ({ code, qty: 1, stamps: null, requestId }));
    return {
      merchant,
      calls: times(clients, (n) => (ctx) => {
        const rewards = n % 2 ? lines : lines.toReversed();
        return verbs.redeemMultipleRewards(ctx, { ...input, rewards });
      }),
      judge: (outcomes) =>
        expectWinners(outcomes, { from: 1, refused: ["authorization_required"] }),
    };
  },
};
