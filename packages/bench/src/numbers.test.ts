import { expect, test } from "vitest";
import { latencyOf, median, meets } from "./numbers.ts";

test("a median lies in the middle, between two where there are two", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});

test("percentiles of a hundred are where a hundred has them", () => {
  const hundred = Array.from({ length: 101 }, (_, at) => 100 - at);
  expect(latencyOf(hundred)).toEqual({ p50: 50, p95: 95, p99: 99 });
  expect(latencyOf([])).toBeNull();
});

test("a goal holds to its own side", () => {
  expect([meets(0.65, { atLeast: 0.65 }), meets(0.64, { atLeast: 0.65 })]).toEqual([true, false]);
  expect([meets(1.6, { atMost: 1.6 }), meets(1.61, { atMost: 1.6 })]).toEqual([true, false]);
});
