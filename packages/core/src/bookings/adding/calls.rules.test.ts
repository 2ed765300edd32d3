import { describe, expect, test } from "vitest";
import { checkCalls } from "./calls.rules.ts";

describe("calls in a minute", () => {
  test.each([1, 29, 30])("call %i of 30 passes", (count) => {
    expect(checkCalls({ count, secondsLeft: 5 }, 30)).toBeNull();
  });
  test.each([
    [31, 12.2, 13],
    [1000, 60, 60],
    [31, 0, 1],
    [31, -0.5, 1],
  ])("call %i, %d s before the end, waits %i s", (count, secondsLeft, retryAfter) => {
    expect(checkCalls({ count, secondsLeft }, 30)).toMatchObject({
      code: "too_many_attempts",
      message: `Too many requests, try again in ${retryAfter} second(s).`,
      retryAfter,
    });
  });
});
