import { describe, expect, test } from "vitest";
import { kemang } from "../../testing/values.ts";
import { type Availability, channelName, findUnavailable } from "./availability.rules.ts";

const always: Availability = {
  isActive: true,
  startDate: null,
  endDate: null,
  stores: [],
  channels: [],
};
const why = (limits: Partial<Availability>, channel: number | null = null) =>
  findUnavailable("This thing", { ...always, ...limits }, { store: kemang, channel });

describe("available", () => {
  test.each<[string, Partial<Availability>, number | null]>([
    ["without limits", {}, null],
    ["without limits, on any channel", {}, 7],
    ["on its first day", { startDate: "2026-11-21" }, null],
    ["on its last day", { endDate: "2026-11-21" }, null],
    ["on its only day", { startDate: "2026-11-21", endDate: "2026-11-21" }, null],
    ["over a new year", { startDate: "2025-12-31", endDate: "2027-01-01" }, null],
    ["at one of its stores", { stores: [31, 32] }, null],
    ["on one of its channels", { channels: [1, 2] }, 2],
  ])("%s", (_, limits, channel) => {
    expect(why(limits, channel)).toBeNull();
  });
});

describe("not available", () => {
  test.each<[string, Partial<Availability>, number | null, string, string]>([
    ["inactive", { isActive: false }, null, "inactive", "This thing is not active"],
    [
      "the day before",
      { startDate: "2026-11-22" },
      null,
      "not started",
      "This thing starts on 2026-11-22",
    ],
    ["the day after", { endDate: "2026-11-20" }, null, "ended", "This thing expired on 2026-11-20"],
    ["elsewhere", { stores: [31, 33] }, null, "store", "This thing is not available at Kemang"],
    [
      "on another channel",
      { channels: [1, 3] },
      2,
      "channel",
      "This thing is available on these channels only: Mobile App, Kiosk",
    ],
    [
      "where the call names no channel",
      { channels: [2] },
      null,
      "channel",
      "This thing is available on these channels only: POS",
    ],
  ])("%s", (_, limits, channel, kind, message) => {
    expect(why(limits, channel)).toMatchObject({ why: kind, message });
  });

  test("the first reason is told: state, days, store, channel", () => {
    const limits = {
      isActive: false,
      startDate: "2026-11-22",
      endDate: "2026-11-20",
      stores: [31],
      channels: [1],
    };
    const order: (keyof Availability)[] = [
      "isActive",
      "startDate",
      "endDate",
      "stores",
      "channels",
    ];
    const lifted = order.map((_, at) =>
      Object.fromEntries(order.slice(0, at).map((limit) => [limit, always[limit]])),
    );
    expect(lifted.map((lift) => why({ ...limits, ...lift })?.why)).toEqual([
      "inactive",
      "not started",
      "ended",
      "store",
      "channel",
    ]);
  });

  test("staff see what was expected and found", () => {
    expect(why({ endDate: "2026-11-20" })).toMatchObject({
      rule: "has not ended in the store's calendar",
      expected: "through 2026-11-20",
      found: "2026-11-21",
    });
    expect(why({ channels: [1, 3] }, 2)).toMatchObject({
      expected: "Mobile App, Kiosk",
      found: "POS",
    });
  });
});

test.each([
  [1, "Mobile App"],
  [2, "POS"],
  [3, "Kiosk"],
  [4, "Web"],
  [5, "Android"],
  [6, "iOS"],
  [7, "Call Center"],
  [8, "GrabFood"],
  [9, "GoFood"],
  [10, "10"],
])("channel %i is %s", (channel, name) => {
  expect(channelName(channel)).toBe(name);
});
