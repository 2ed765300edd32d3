import { describe, expect, test } from "vitest";
import { attemptsLeft, checkPinUsable, type PinTries, pinStanding } from "./pin.rules.ts";

const limits = { attempts: 3, lifetimeAttempts: 50 };
const none: PinTries = {
  wrongTries: 0,
  secondsSinceLastWrong: null,
  lifetimeWrongTries: 0,
  deciding: [],
};
const week = 604_800;

describe("how a PIN stands", () => {
  test.each<[string, Partial<PinTries>, string, number]>([
    ["never tried", {}, "open", 3],
    ["two wrong", { wrongTries: 2, secondsSinceLastWrong: 1, lifetimeWrongTries: 2 }, "open", 1],
    [
      "three wrong",
      { wrongTries: 3, secondsSinceLastWrong: 1, lifetimeWrongTries: 3 },
      "blocked",
      0,
    ],
    [
      "a second before the week is over",
      { wrongTries: 3, secondsSinceLastWrong: week - 1 },
      "blocked",
      0,
    ],
    ["as the week is over", { wrongTries: 3, secondsSinceLastWrong: week }, "open", 3],
    ["two wrong, a second before", { wrongTries: 2, secondsSinceLastWrong: week - 1 }, "open", 1],
    ["two wrong, as the week is over", { wrongTries: 2, secondsSinceLastWrong: week }, "open", 3],
    ["49 that do not lapse", { lifetimeWrongTries: 49, secondsSinceLastWrong: week }, "open", 1],
    ["50 that do not lapse", { lifetimeWrongTries: 50, secondsSinceLastWrong: week }, "blocked", 0],
    ["two under way", { deciding: [0.1, 119.9] }, "open", 3],
    ["three under way", { deciding: [0, 0.1, 119.9] }, "deciding", 3],
    [
      "one wrong, two under way",
      { wrongTries: 1, secondsSinceLastWrong: 9, deciding: [0, 1] },
      "deciding",
      2,
    ],
    ["one left behind", { deciding: [120] }, "open", 2],
    ["two left behind, one under way", { deciding: [600, 120, 1] }, "deciding", 1],
    ["three left behind", { deciding: [600, 600, 120] }, "blocked", 0],
    [
      "one left behind after the week of those before",
      { wrongTries: 2, secondsSinceLastWrong: week + 900, deciding: [900] },
      "blocked",
      0,
    ],
    ["three left behind a week ago", { deciding: [week, week, week] }, "open", 3],
    [
      "one left behind a week ago is for life",
      { lifetimeWrongTries: 49, deciding: [week] },
      "blocked",
      0,
    ],
    ["49 for life and one under way", { lifetimeWrongTries: 49, deciding: [1] }, "deciding", 1],
  ])("%s", (_, tries, state, left) => {
    expect(pinStanding({ ...none, ...tries }, limits)).toMatchObject({ state, attemptsLeft: left });
  });

  test("a stricter merchant blocks what others do not", () => {
    const tries = { ...none, wrongTries: 1, secondsSinceLastWrong: 1 };
    expect(pinStanding(tries, { ...limits, attempts: 1 }).state).toBe("blocked");
    expect(pinStanding(tries, { ...limits, attempts: 10 }).attemptsLeft).toBe(9);
  });
});

test.each([
  [0, 0, 3],
  [1, 1, 2],
  [3, 3, 0],
  [4, 4, 0],
  [0, 48, 2],
  [1, 50, 0],
])("after %i wrong, %i for life, %i are left", (wrong, lifetimeWrong, left) => {
  expect(attemptsLeft({ wrong, lifetimeWrong }, limits)).toBe(left);
});

describe("what is said of a PIN that cannot be tried", () => {
  const after = (seconds: number) =>
    checkPinUsable(pinStanding({ ...none, wrongTries: 3, secondsSinceLastWrong: seconds }, limits));

  test("none is set", () => {
    expect(checkPinUsable(null)).toMatchObject({ code: "pin_not_set" });
  });

  test.each([
    [0, "unblock or reset it, or wait 7 day(s)"],
    [1, "unblock or reset it, or wait 7 day(s)"],
    [week - 3_600, "unblock or reset it, or wait 1 hour(s)"],
    [week - 61, "unblock or reset it, or wait 2 minute(s)"],
    [week - 0.2, "unblock or reset it, or wait 1 second(s)"],
  ])("blocked, %d seconds after the last wrong one", (seconds, words) => {
    expect(after(seconds)).toMatchObject({
      code: "pin_blocked",
      message: `PIN is blocked after too many wrong attempts: ${words}`,
    });
  });

  test("blocked for life: time does not help", () => {
    const standing = pinStanding({ ...none, lifetimeWrongTries: 50 }, limits);
    expect(checkPinUsable(standing)?.message).toBe(
      "PIN is blocked after too many wrong attempts: reset it, or ask staff to unblock it",
    );
  });

  test("nothing where it can be", () => {
    expect(checkPinUsable(pinStanding(none, limits))).toBeNull();
  });
});
