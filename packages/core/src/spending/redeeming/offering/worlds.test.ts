import { expect } from "vitest";
import type { CoreContext } from "../../../foundation/context.ts";
import { testWorlds } from "../../../testing/comparing/run-worlds.ts";
import { type OpenHarness, refusalOf } from "../../../testing/index.ts";
import { makeRewardWorld } from "../../../testing/worlds/make-reward-world.ts";
import { type RewardWorldFacts, rewardWorlds } from "../../../testing/worlds/reward-worlds.ts";
import { type RedeemRewardInput, redeemReward } from "../redeem-reward/redeem-reward.ts";
import { listOffers } from "./list-offers.ts";

/**
 * For each call of a generated shop (`world`), lists the rewards and redeems the call's reward once. Compares
 * the list's `reason` with the refusal.
 */
async function compare(t: OpenHarness, facts: RewardWorldFacts, met: Set<string>) {
  const { merchant, calls } = await makeRewardWorld(t, facts);
  for (const { ctx, input } of calls) {
    const { idempotency: _, ...plain } = ctx;
    const before = await t.rows(merchant);
    const shown = await shownAs(plain, input);
    expect(await t.written(merchant, before)).toEqual({});
    // the list checks a flexible reward at a price of one stamp
    const sent = { ...input, qty: 1, stamps: 1 };
    const redeemed = await codeOf(redeemReward(plain, sent).then(() => null));
    met.add(redeemed).add(shown);
    if (shown === "not listed")
      expect([
        "invalid_reward",
        "reward_not_available",
        "invalid_user",
        "membership_blocked",
        "membership_partial",
      ]).toContain(redeemed);
    // redeeming checks the authorization before the stamps; the list checks no authorization
    else if (redeemed === "authorization_required")
      expect(["redeemable", "insufficient_stamps"]).toContain(shown);
    else expect(shown).toBe(redeemed);
  }
}

/** Returns the code of the reward's `reason` in the list, or of the refusal of the list. */
function shownAs(ctx: CoreContext, { user, store, channel, reward }: RedeemRewardInput) {
  const listed = listOffers(ctx, {
    ...{ user, store, channel, limit: 100, afterReward: null, afterVoucher: null },
    ...{ isOnlyOfStore: false, hasInactiveVouchers: false },
  });
  return codeOf(
    listed.then(({ rewards }) => {
      const found = rewards.find(({ id }) => id === reward);
      return found ? (found.reason ?? null) : { code: "not listed" };
    }),
  );
}

function codeOf(outcome: Promise<{ readonly code: string } | null>): Promise<string> {
  return outcome.then(
    (reason) => reason?.code ?? "redeemable",
    async () => (await refusalOf(outcome)).code,
  );
}

const all = [
  ...["redeemable", "not listed", "reward_not_available", "insufficient_stamps", "invalid_reward"],
  ...[
    "membership_blocked",
    "membership_partial",
    "permission_denied",
    "invalid_user",
    "invalid_store",
  ],
  "authorization_required",
];

testWorlds(
  rewardWorlds,
  { all },
  compare,
  "what the list says of a reward is what redeeming it then does",
);
