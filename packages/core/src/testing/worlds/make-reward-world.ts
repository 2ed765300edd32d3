import type { Merchant } from "../../foundation/context.ts";
import { type RedeemRewardInput, redeemReward } from "../../spending/redeeming/index.ts";
import type { OpenHarness } from "../open-harness.ts";
import { plain } from "../ways.ts";
import {
  type Call,
  callIn,
  limitsOf,
  makePast,
  makePresent,
  makeShop,
  type RedeemBefore,
  type Shop,
  UNKNOWN_ID,
} from "./make-shop.ts";
import type { RewardWorldFacts } from "./reward-worlds.ts";

/** The stamps that each of the two members holds. */
const STAMPS = 10;

/** Makes a world from the facts. Equal facts make worlds that differ only in ids and names. */
export async function makeRewardWorld(
  t: OpenHarness,
  facts: RewardWorldFacts,
): Promise<{ readonly merchant: Merchant; readonly calls: readonly Call<RedeemRewardInput>[] }> {
  const shop = await makeShop(t, facts, STAMPS);
  await makePast(shop, redeemBefore(shop));
  const rewards = await makeRewards(shop, facts.rewards);
  await makePresent(shop);
  const callOf = ({ user, qty, stamps, ...call }: RewardWorldFacts["calls"][number]) => {
    const { ctx, input } = callIn(shop, call, user);
    const reward = (call.reward === "unknown" ? null : rewards[call.reward]?.id) ?? UNKNOWN_ID;
    return { ctx, input: { ...input, reward, qty, stamps } };
  };
  return { merchant: shop.merchant, calls: facts.calls.map(callOf) };
}

function redeemBefore({ t, merchant, people, store }: Shop): RedeemBefore {
  return async (ctx, holder, requestId) => {
    const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 0 });
    const price = { reward, qty: 1, stamps: null };
    const { email: user } = people[holder];
    await redeemReward(ctx, { ...plain, ...price, user, store: store.id, requestId });
  };
}

/** Makes rewards, and returns their ids and codes. */
export async function makeRewards(
  shop: Shop,
  rewards: RewardWorldFacts["rewards"],
): Promise<readonly { readonly id: number; readonly code: string }[]> {
  const { t, merchant } = shop;
  const made: { readonly id: number; readonly code: string }[] = [];
  for (const { kind, cost, carries, ...limits } of rewards) {
    const { days, places } = limitsOf(shop, limits);
    const template = carries && (await t.given.template(merchant, carries));
    const voucherTemplateId = template?.id ?? null;
    const row = { ...days, ...places, kind, stampsToRedeem: cost, voucherTemplateId };
    made.push(await t.given.reward(merchant, row));
  }
  return made;
}
