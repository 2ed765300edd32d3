import fc from "fast-check";
import { rewardFacts } from "./reward-worlds.ts";
import { callFacts, mostly, shopFacts } from "./shop-facts.ts";

/** Few lines are refused, so that often all lines of a call can be redeemed. */
const line = fc.record({
  reward: mostly<0 | 1 | 2 | "unknown">([0, 0, 0, 0, 1, 2], ["unknown"], 60),
  rewardBy: fc.constantFrom<"code" | "id" | "text">("code", "id", "text"),
  qty: mostly([1, 1, 2], [4], 30),
  stamps: mostly<number | null>([1, 1, 4], [0, 11, null], 20),
  request: mostly<"a" | "b" | "unknown" | null>(["a", "a", "a", "b"], ["unknown", null], 30),
});

const { request: _, extraData: __, ...place } = callFacts;

const call = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  user: mostly<0 | 1 | "nobody">([0, 0, 1], ["nobody"]),
  ...place,
});

/**
 * Random merchants with two members of 10 stamps and three rewards, and up to eight calls with up to three
 * lines.
 */
export const multipleRewardsWorlds = fc.record({
  ...shopFacts,
  rewards: fc.tuple(rewardFacts, rewardFacts, rewardFacts),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type MultipleRewardsWorldFacts =
  typeof multipleRewardsWorlds extends fc.Arbitrary<infer F> ? F : never;
