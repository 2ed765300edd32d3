import type { Refusal } from "../failures.ts";
import type { Reward } from "./types.ts";

/** The refusal if the merchant has no such reward. */
export const unknownReward: Refusal = {
  code: "invalid_reward",
  message: "Reward not found",
  rule: "reward exists",
};

/** The refusal of a flexible reward without its price. */
export const noStamps: Refusal = {
  code: "required",
  message: "Name the stamps that this flexible reward costs.",
  rule: "a flexible reward's stamps are given",
};

/** The refusal of a `cost` above the `held` stamps. If the price is flexible, its `field` is `stamps`. */
export const tooFewStamps = (held: number, cost: number, kind: Reward["kind"]): Refusal => ({
  code: "insufficient_stamps",
  message: `Not enough stamps: has ${held}, needs ${cost}`,
  rule: "membership holds the stamps",
  expected: String(cost),
  found: String(held),
  ...(kind === "flexible" ? { field: "stamps" } : {}),
});
