import type { Merchant } from "../../context.ts";
import { type RedeemMultipleRewardsInput, redeemMultipleRewards } from "../../redeeming/index.ts";
import type { Call } from "../comparing/judge-first.ts";
import type { OpenHarness } from "../open-harness.ts";
import { makeRewards } from "./make-reward-world.ts";
import { callIn, makePast, makePresent, makeShop, UNKNOWN_ID } from "./make-shop.ts";
import type { MultipleRewardsWorldFacts } from "./multiple-rewards-worlds.ts";

type Line = MultipleRewardsWorldFacts["calls"][number]["lines"][number];

/** The stamps that each of the two members holds. */
const STAMPS = 10;

/** Makes a world from the facts. Equal facts make worlds that differ only in ids and names. */
export async function makeMultipleRewardsWorld(
  t: OpenHarness,
  facts: MultipleRewardsWorldFacts,
): Promise<{
  readonly merchant: Merchant;
  readonly calls: readonly Call<RedeemMultipleRewardsInput>[];
}> {
  const shop = await makeShop(t, facts, STAMPS);
  const { merchant, people, store } = shop;
  await makePast(shop, async (ctx, holder, requestId) => {
    const { code } = await t.given.reward(merchant, { stampsToRedeem: 0 });
    const rewards = [{ code, qty: 1, stamps: null, requestId }];
    const place = { user: people[holder].email, store: store.id };
    await redeemMultipleRewards(ctx, { ...place, rewards, invoiceNumber: null, channel: null });
  });
  const made = await makeRewards(shop, facts.rewards);
  await makePresent(shop);
  const codeOf = ({ reward, rewardBy }: Line) => {
    const { id, code } = (reward === "unknown" ? null : made[reward]) ?? {
      id: UNKNOWN_ID,
      code: "NOPE",
    };
    return { id, text: ` ${id} `, code: code.toLowerCase() }[rewardBy];
  };
  const calls = facts.calls.map(({ lines, user, ...call }) => {
    const { ctx, input } = callIn(shop, { ...call, request: null, extraData: null }, user);
    const rewards = lines.map((line) => {
      const { qty, stamps, request: requestId } = line;
      return { code: codeOf(line), qty, stamps, requestId };
    });
    const { extraData: _, requestId: __, ...rest } = input;
    return { ctx, input: { ...rest, rewards } };
  });
  return { merchant, calls };
}
