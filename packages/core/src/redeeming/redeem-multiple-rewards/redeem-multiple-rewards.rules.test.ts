import { describe, expect, test } from "vitest";
import { ani, kemang, member, tokenOf } from "../../testing/values.ts";
import type { Authorization } from "../authorization.rules.ts";
import {
  type LineSeen,
  type RewardsSeen,
  type RewardWish,
  refuseRewards,
} from "./redeem-multiple-rewards.rules.ts";

const coffee = {
  ...{ id: 4, code: "C", name: "Coffee", stampsToRedeem: 3, extraData: {} },
  kind: "fixed" as "fixed" | "flexible",
};
const wish = { ...coffee, id: 5, code: "W", name: "Wish", kind: "flexible" as const };
const open = { isActive: true, startDate: null, endDate: null, stores: [], channels: [] };
const closed = { ...coffee, name: "Tea" };

type Line = { seen: LineSeen; wish: RewardWish };
const line = (reward: typeof coffee | null, given: Partial<RewardWish> = {}): Line => ({
  seen: {
    ...{ reward, template: null, authorization: null },
    availability: reward && { ...open, isActive: reward !== closed },
  },
  wish: { code: reward?.code ?? "?", qty: 1, stamps: null, requestId: null, ...given },
});
const authorized = (each: Line, authorization: Authorization | null): Line => ({
  seen: { ...each.seen, authorization },
  wish: { ...each.wish, requestId: "r" },
});
const live = (id: number): Authorization => ({ id, live: true, spent: false });

/** Returns the refusal's code and message, or null. */
function refuse(lines: Line[], parts: Partial<RewardsSeen> = {}) {
  const seen: RewardsSeen = {
    ...{
      store: kemang,
      customer: ani,
      membership: member,
      needsName: false,
      needsAuthorization: false,
      isDue: false,
      kept: null,
    },
    lines: lines.map((each) => each.seen),
    ...parts,
  };
  const rewards = lines.map((each) => each.wish);
  const refusal = refuseRewards(seen, tokenOf(null), { rewards, channel: null });
  return refusal && { refused: refusal.code, message: refusal.message };
}

describe("one total over all lines", () => {
  test.each<[string, Line[], number]>([
    ["one line", [line(coffee)], 3],
    ["a line with qty", [line(coffee, { qty: 3 })], 9],
    ["the same reward twice", [line(coffee), line(coffee, { qty: 2 })], 9],
    ["all that is held", [line(coffee), line(wish, { stamps: 7 })], 10],
  ])("%s", (_, lines, cost) => {
    expect(refuse(lines, { membership: { ...member, stamps: cost } })).toBeNull();
    expect(refuse(lines, { membership: { ...member, stamps: cost - 1 } })).toEqual({
      refused: "insufficient_stamps",
      message: `Not enough stamps: has ${cost - 1}, needs ${cost}`,
    });
  });

  test("lines that fit alone and not together", () => {
    expect(refuse([line(coffee, { qty: 2 }), line(wish, { stamps: 5 })])).toEqual({
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
      "Line 2, stamps: Name the stamps that this flexible reward costs.",
    ],
    [
      "the first of several",
      [line(closed), line(null)],
      "reward_not_available",
      "Line 1: Reward Tea is not active",
    ],
  ])("%s", (_, lines, refused, message) => {
    expect(refuse(lines)).toEqual({ refused, message });
  });
});

describe("with PIN authorization", () => {
  const asked = { needsAuthorization: true };

  test.each<[string, number, number]>([
    ["each its own", 1, 2],
    ["one for all", 1, 1],
  ])("%s", (_, one, two) => {
    const lines = [authorized(line(coffee), live(one)), authorized(line(coffee), live(two))];
    expect(refuse(lines, asked)).toBeNull();
  });

  test.each<[string, Line[], string]>([
    [
      "one line without",
      [authorized(line(coffee), live(1)), line(coffee)],
      "Line 2: A request_id is required: PIN authorization is enabled. Authorize one with POST /api/redemptions/authorize.",
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
    expect(refuse(lines, asked)).toEqual({ refused: "authorization_required", message });
  });

  test("nothing is needed where the merchant asks for none", () => {
    expect(refuse([line(coffee)])).toBeNull();
  });
});

describe("the documented order", () => {
  const wrong = [authorized(line(closed, { qty: 9 }), null)];
  test.each<[string, Partial<RewardsSeen>, Line[], string]>([
    ["store", { store: null, customer: null }, wrong, "invalid_store"],
    ["customer", { customer: null }, wrong, "invalid_user"],
    ["membership", { membership: { ...member, isBlocked: true } }, wrong, "membership_blocked"],
    ["reward", {}, wrong, "reward_not_available"],
    ["authorization", {}, [authorized(line(coffee, { qty: 9 }), null)], "authorization_required"],
    ["stamps", {}, [authorized(line(coffee, { qty: 9 }), live(1))], "insufficient_stamps"],
  ])("%s", (_, parts, lines, refused) => {
    expect(refuse(lines, { needsAuthorization: true, ...parts })).toMatchObject({ refused });
  });
});
