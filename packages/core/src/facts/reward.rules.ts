import type { Refusal } from "../failures.ts";

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
