import { expect, it } from "vitest";
import { scanJson } from "./json-scan.ts";

const values = Number.POSITIVE_INFINITY;

it.each([
  ["{}", 1, null],
  ["[[]]", 2, null],
  ["[[[]]]", 2, "too deep"],
  ['{"a":{"b":[]}}', 2, "too deep"],
  ["[[],[],[],[]]", 2, null],
  ['["[[[[[["]', 1, null],
  ['["\\"[[[["]', 1, null],
  ['["\\\\",[[]]]', 2, "too deep"],
  ['["é[[[["]', 1, null],
])("%s, of which %i levels are allowed: %s", (text, deepest, verdict) => {
  expect(scanJson(Buffer.from(text), { values, deepest })).toBe(verdict);
});

it.each([
  ["[1,2,3]", 3, null],
  ["[1,2,3]", 2, "too many"],
  ['{"a":1,"b":{"c":2,"d":3}}', 3, null],
  ['{"a":1,"b":{"c":2,"d":3}}', 2, "too many"],
  ['["1,2,3,4,\\",5"]', 1, null],
])("S3: %s, of which %i values are allowed: %s", (text, most, verdict) => {
  expect(scanJson(Buffer.from(text), { values: most })).toBe(verdict);
});

it("looks at a text of a mebibyte without a call for each level", () => {
  const text = Buffer.from("[".repeat(1024 * 1024));
  expect(scanJson(text, { values, deepest: Number.POSITIVE_INFINITY })).toBe(null);
  expect(scanJson(text, { values })).toBe("too deep");
});
