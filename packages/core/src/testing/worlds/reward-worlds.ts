import fc from "fast-check";
import { callFacts, limitFacts, mostly, shopFacts } from "./shop-facts.ts";

/** The facts of a reward. A cost of 11 stamps is more than the members have. */
export const rewardFacts = fc.record({
  kind: fc.constantFrom<"fixed" | "fixed" | "flexible">("fixed", "fixed", "flexible"),
  cost: mostly([0, 3, 5], [11]),
  carries: fc.constantFrom(
    null,
    null,
    null,
    null,
    { value: null, isDynamic: false, validityDays: null },
    { value: "10.00", isDynamic: false, validityDays: 31 },
    { value: "10.00", isDynamic: true, validityDays: 0 },
  ),
  ...limitFacts,
});

const call = fc.record({
  reward: mostly<0 | 1 | 2 | "unknown">([0, 1, 2], ["unknown"]),
  user: mostly<0 | 1 | "nobody">([0, 0, 1], ["nobody"]),
  qty: mostly([1, 1, 2], [4]),
  stamps: mostly<number | null>([1, 1, 4, 10], [0, 11, null], 6),
  ...callFacts,
});

/** Random merchants with two members of 10 stamps and three rewards, and up to eight calls. */
export const rewardWorlds = fc.record({
  ...shopFacts,
  rewards: fc.tuple(rewardFacts, rewardFacts, rewardFacts),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type RewardWorldFacts = typeof rewardWorlds extends fc.Arbitrary<infer F> ? F : never;
