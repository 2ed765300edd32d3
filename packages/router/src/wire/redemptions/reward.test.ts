import { expect, it } from "vitest";
import { reward } from "../testing/domain-values.ts";
import { presentReward, Reward } from "./reward.ts";

it("shows a reward with the type that is always the same", () => {
  expect(Reward.parse(presentReward(reward))).toEqual({
    id: 1,
    name: "Kaya Bun",
    stamps_to_redeem: 2,
    extra_data: { sku: "KB" },
    code: "MI0017",
    type: "reward",
  });
});
