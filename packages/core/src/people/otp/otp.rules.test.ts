import { expect, test } from "vitest";
import { checkOtpAllowance } from "./otp.rules.ts";

test.each<[string, number[], number, number | undefined]>([
  ["none so far", [], 5, undefined],
  ["four", [1, 2, 3, 4], 5, undefined],
  ["five", [0, 600, 1_200, 1_800, 3_000], 5, 600],
  ["five, in whatever order", [3_000, 0, 1_800, 600, 1_200], 5, 600],
  ["five, of which the first is not quite an hour old", [0, 1, 2, 3, 3_599.5], 5, 1],
  ["five, of which the first is an hour old", [0, 1, 2, 3, 3_600], 5, undefined],
  ["five, where three became the limit since", [0, 600, 1_200, 1_800, 3_000], 3, 2_400],
  ["one of one", [10], 1, 3_590],
])("%s", (_, ages, perHour, retryAfter) => {
  expect(checkOtpAllowance(ages, perHour)?.retryAfter).toBe(retryAfter);
});
