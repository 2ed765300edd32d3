import { describe, expect, test } from "vitest";
import { kemang } from "../testing/values.ts";
import {
  type CatalogueReward,
  checkFlexibleStamps,
  checkReward,
  checkStamps,
  costOf,
} from "./reward.rules.ts";

const coffee: CatalogueReward = {
  id: 4,
  code: "C",
  name: "Coffee",
  kind: "fixed",
  stampsToRedeem: 3,
  extraData: { sku: "A1" },
  isActive: true,
  startDate: null,
  endDate: null,
  stores: [],
  channels: [],
};
const wish: CatalogueReward = { ...coffee, name: "Wish", kind: "flexible", stampsToRedeem: 9 };

describe("a reward here and now", () => {
  test.each<[string, CatalogueReward | null, string | undefined, string | undefined]>([
    ["available", coffee, undefined, undefined],
    ["unknown", null, "invalid_reward", "Reward not found"],
    [
      "inactive",
      { ...coffee, isActive: false },
      "reward_not_available",
      "Reward Coffee is not active",
    ],
    [
      "not started",
      { ...coffee, startDate: "2026-12-01" },
      "reward_not_available",
      "Reward Coffee starts on 2026-12-01",
    ],
    [
      "ended",
      { ...coffee, endDate: "2026-11-20" },
      "reward_not_available",
      "Reward Coffee expired on 2026-11-20",
    ],
    [
      "at another store",
      { ...coffee, stores: [31] },
      "reward_not_available",
      "Reward Coffee is not available at Kemang",
    ],
    [
      "on another channel",
      { ...coffee, channels: [3] },
      "reward_not_available",
      "Reward Coffee is available on these channels only: Kiosk",
    ],
  ])("%s", (_, reward, code, message) => {
    const refusal = checkReward(reward, { store: kemang, channel: 2 });
    expect([refusal?.code, refusal?.message]).toEqual([code, message]);
  });
});

describe("what it costs", () => {
  test.each<[string, CatalogueReward, number, number | null, number]>([
    ["a fixed one", coffee, 1, null, 3],
    ["a fixed one, several times", coffee, 4, null, 12],
    ["a fixed one ignores the request's stamps", coffee, 1, 50, 3],
    ["one for nothing", { ...coffee, stampsToRedeem: 0 }, 100, null, 0],
    ["a flexible one, what the request says", wish, 1, 50, 50],
    ["a flexible one, whatever qty", wish, 7, 50, 50],
  ])("%s", (_, reward, qty, stamps, cost) => {
    expect(costOf(reward, qty, stamps)).toBe(cost);
  });

  test.each<[string, CatalogueReward, number | null, string | undefined]>([
    ["a flexible one needs its stamps", wish, null, "required"],
    ["a flexible one is not given for 0", wish, 0, "required"],
    ["a flexible one with stamps", wish, 50, undefined],
    ["a fixed one may come with 0", coffee, 0, undefined],
    ["a fixed one needs none", coffee, null, undefined],
  ])("%s", (_, reward, stamps, code) => {
    expect(checkFlexibleStamps(reward, stamps)?.code).toBe(code);
  });
});

describe("whether the stamps are there", () => {
  test.each<[number, number, boolean]>([
    [3, 3, true],
    [4, 3, true],
    [0, 0, true],
    [2, 3, false],
    [0, 1, false],
  ])("has %i, needs %i", (held, cost, enough) => {
    expect(checkStamps(held, cost, false) === null).toBe(enough);
  });

  test("has and needs are told, on the field where the price came from", () => {
    expect(checkStamps(2, 3, false)).toEqual({
      code: "insufficient_stamps",
      message: "Not enough stamps: has 2, needs 3",
      rule: "membership holds the stamps",
      expected: "3",
      found: "2",
    });
    expect(checkStamps(2, 3, true)).toMatchObject({ field: "stamps" });
  });
});
