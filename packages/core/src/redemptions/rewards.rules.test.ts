import { describe, expect, test } from "vitest";
import { ani, kemang, member, tokenOf } from "../testing/values.ts";
import type { Authorization } from "./authorization.rules.ts";
import type { CatalogueReward } from "./reward.rules.ts";
import {
  decideRewards,
  type RewardLineScene,
  type RewardsScene,
  type WishedReward,
} from "./rewards.rules.ts";

const coffee: CatalogueReward = {
  id: 4,
  code: "C",
  name: "Coffee",
  kind: "fixed",
  stampsToRedeem: 3,
  extraData: {},
  isActive: true,
  startDate: null,
  endDate: null,
  stores: [],
  channels: [],
};
const wish: CatalogueReward = { ...coffee, id: 5, code: "W", name: "Wish", kind: "flexible" };
const closed: CatalogueReward = { ...coffee, name: "Tea", isActive: false };

type Line = { scene: RewardLineScene; wish: WishedReward };
const line = (reward: CatalogueReward | null, given: Partial<WishedReward> = {}): Line => ({
  scene: { reward, template: null, authorization: null },
  wish: { code: reward?.code ?? "?", qty: 1, stamps: null, requestId: null, ...given },
});
const authorized = (of: Line, authorization: Authorization | null): Line => ({
  scene: { ...of.scene, authorization },
  wish: { ...of.wish, requestId: "r" },
});
const live = (id: number): Authorization => ({ id, live: true, spent: false });

function decide(lines: Line[], parts: Partial<RewardsScene> = {}) {
  const scene: RewardsScene = {
    store: kemang,
    customer: ani,
    membership: member,
    needsAuthorization: false,
    authorization: null,
    lines: lines.map(({ scene }) => scene),
    ...parts,
  };
  const verdict = decideRewards(
    scene,
    tokenOf(null),
    lines.map((each) => each.wish),
    null,
  );
  return "refusal" in verdict
    ? { refused: verdict.refusal.code, message: verdict.refusal.message }
    : { cost: verdict.decided.cost, spends: verdict.decided.authorizationIds };
}

describe("one total over all lines", () => {
  test.each<[string, Line[], number]>([
    ["one line", [line(coffee)], 3],
    ["a line with qty", [line(coffee, { qty: 3 })], 9],
    ["the same reward twice", [line(coffee), line(coffee, { qty: 2 })], 9],
    ["all that is held", [line(coffee), line(wish, { stamps: 7 })], 10],
  ])("%s", (_, lines, cost) => {
    expect(decide(lines)).toEqual({ cost, spends: [] });
  });

  test("lines that fit alone and not together", () => {
    expect(decide([line(coffee, { qty: 2 }), line(wish, { stamps: 5 })])).toEqual({
      refused: "insufficient_stamps",
      message: "Not enough stamps: has 10, needs 11",
    });
  });
});

describe("the line at fault is named", () => {
  test.each<[string, Line[], string, string]>([
    ["unknown", [line(coffee), line(null)], "invalid_reward", "Line 2: Reward not found"],
    ["closed", [line(closed)], "reward_not_available", "Line 1: Reward Tea is not active"],
    [
      "a flexible one without stamps",
      [line(coffee), line(wish)],
      "required",
      "Line 2, stamps: This field is required.",
    ],
    [
      "the first of several",
      [line(closed), line(null)],
      "reward_not_available",
      "Line 1: Reward Tea is not active",
    ],
  ])("%s", (_, lines, refused, message) => {
    expect(decide(lines)).toEqual({ refused, message });
  });
});

describe("with PIN authorization", () => {
  const asked = { needsAuthorization: true };

  test.each<[string, Line[], number[]]>([
    [
      "each its own",
      [authorized(line(coffee), live(1)), authorized(line(coffee), live(2))],
      [1, 2],
    ],
    ["one for all", [authorized(line(coffee), live(1)), authorized(line(coffee), live(1))], [1]],
  ])("%s", (_, lines, spends) => {
    expect(decide(lines, asked)).toEqual({ cost: 6, spends });
  });

  test.each<[string, Line[], string]>([
    [
      "one line without",
      [authorized(line(coffee), live(1)), line(coffee)],
      "Line 2: A request_id is required: PIN authorization is enabled",
    ],
    [
      "one that is spent",
      [authorized(line(coffee), { id: 1, live: true, spent: true })],
      "Line 1: This authorization was already used",
    ],
    [
      "asked for before the stamps are counted",
      [authorized(line(coffee, { qty: 9 }), null)],
      "Line 1: This request is not authorized",
    ],
  ])("%s", (_, lines, message) => {
    expect(decide(lines, asked)).toEqual({ refused: "authorization_required", message });
  });

  test("nothing is spent where nothing is asked", () => {
    expect(decide([authorized(line(coffee), live(1))])).toEqual({ cost: 3, spends: [] });
  });
});

describe("the documented order", () => {
  const wrong = [authorized(line(closed, { qty: 9 }), null)];
  test.each<[string, Partial<RewardsScene>, Line[], string]>([
    ["store", { store: null, customer: null }, wrong, "invalid_store"],
    ["customer", { customer: null }, wrong, "invalid_user"],
    ["membership", { membership: { ...member, isBlocked: true } }, wrong, "membership_blocked"],
    ["reward", {}, wrong, "reward_not_available"],
    ["authorization", {}, [authorized(line(coffee, { qty: 9 }), null)], "authorization_required"],
    ["stamps", {}, [authorized(line(coffee, { qty: 9 }), live(1))], "insufficient_stamps"],
  ])("%s", (_, parts, lines, refused) => {
    expect(decide(lines, { needsAuthorization: true, ...parts })).toMatchObject({ refused });
  });
});
