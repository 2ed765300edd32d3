import { expect, it } from "vitest";
import { isTooDeep } from "./depth.ts";

it.each([
  ["{}", 1, false],
  ["[[]]", 2, false],
  ["[[[]]]", 2, true],
  ['{"a":{"b":[]}}', 2, true],
  ["[[],[],[],[]]", 2, false],
  ['["[[[[[["]', 1, false],
  ['["\\"[[[["]', 1, false],
  ['["\\\\",[[]]]', 2, true],
  ['["é[[[["]', 1, false],
])("%s, of which %i levels are allowed: too deep is %s", (text, deepest, verdict) => {
  expect(isTooDeep(Buffer.from(text), deepest)).toBe(verdict);
});

it("looks at a text of a mebibyte without a call for each level", () => {
  expect(isTooDeep(Buffer.from("[".repeat(1024 * 1024)), Number.POSITIVE_INFINITY)).toBe(false);
  expect(isTooDeep(Buffer.from("[".repeat(1024 * 1024)))).toBe(true);
});
