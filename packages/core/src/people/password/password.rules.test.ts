import { describe, expect, test } from "vitest";
import {
  checkNewPassword,
  checkPasswordConfirmation,
  checkPasswordWait,
  passwordStanding,
  waitAfter,
} from "./password.rules.ts";

test.each([
  [0, 0],
  [9, 0],
  [10, 1],
  [11, 2],
  [12, 4],
  [15, 32],
  [16, 60],
  [17, 60],
  [5_000, 60],
])("after %i wrong ones in a row the next has to wait %i seconds", (wrong, seconds) => {
  expect(waitAfter(wrong)).toBe(seconds);
});

describe("how a password stands", () => {
  test.each<[string, number, number | null, number[], string, number]>([
    ["never tried", 0, null, [], "open", 0],
    ["nine wrong", 9, 0, [], "open", 0],
    ["nine wrong and one under way", 9, 0, [1], "deciding", 0],
    ["ten under way", 0, null, Array(10).fill(1), "deciding", 0],
    ["ten wrong just now", 10, 0, [], "waiting", 1],
    ["ten wrong almost a second ago", 10, 0.75, [], "waiting", 0.25],
    ["ten wrong a second ago", 10, 1, [], "open", 0],
    ["ten wrong a second ago, one under way", 10, 1, [0.5], "deciding", 0],
    ["thirteen wrong", 13, 3, [], "waiting", 5],
    ["nine wrong, one left behind", 9, 200, [120], "open", 0],
    ["twelve wrong, one left behind", 12, 200, [120], "open", 0],
    ["hundreds, a minute ago", 500, 60, [], "open", 0],
  ])("%s", (_, wrongTries, secondsSinceLastWrong, deciding, state, secondsToWait) => {
    expect(passwordStanding({ wrongTries, secondsSinceLastWrong, deciding })).toEqual({
      state,
      secondsToWait,
    });
  });
});

test("who has to wait is told how long, in whole seconds", () => {
  expect(checkPasswordWait({ state: "waiting", secondsToWait: 3.2 })).toMatchObject({
    code: "too_many_attempts",
    message: "Too many wrong passwords, try again in 4 second(s)",
    retryAfter: 4,
  });
  expect(checkPasswordWait({ state: "open", secondsToWait: 0 })).toBeNull();
  expect(checkPasswordWait({ state: "deciding", secondsToWait: 0 })).toBeNull();
});

test.each([
  ["1234567", "weak_password"],
  ["12345678", "weak_password"],
  ["81726354", undefined],
  ["        ", undefined],
  ["x".repeat(128), undefined],
  ["x".repeat(129), "weak_password"],
])("a new password %j", (password, code) => {
  expect(checkNewPassword(password)?.code).toBe(code);
});

test("a confirmation is the same, to the letter", () => {
  expect(checkPasswordConfirmation("secret123", "secret123")).toBeNull();
  expect(checkPasswordConfirmation("secret123", "Secret123")).toMatchObject({
    code: "mismatch_password",
    message: "Confirmation password does not match",
  });
});
