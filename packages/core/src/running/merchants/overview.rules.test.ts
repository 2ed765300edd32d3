import { expect, it } from "vitest";
import { periodBefore } from "./overview.rules.ts";

it.each([
  ["a day", "2026-11-21", "2026-11-21", "2026-11-14", "2026-11-14", 7],
  ["two days", "2026-03-01", "2026-03-02", "2026-02-22", "2026-02-23", 7],
  ["a week", "2026-11-15", "2026-11-21", "2026-11-08", "2026-11-14", 7],
  ["eight days", "2026-11-14", "2026-11-21", "2026-11-06", "2026-11-13", 8],
  ["thirty days", "2026-10-23", "2026-11-21", "2026-09-23", "2026-10-22", 30],
  ["a year", "2024-01-01", "2024-12-31", "2022-12-31", "2023-12-31", 366],
])("compares %s with what has none of its days", (_, from, to, before, through, daysBefore) => {
  expect(periodBefore({ from, to })).toEqual({ from: before, to: through, daysBefore });
});
