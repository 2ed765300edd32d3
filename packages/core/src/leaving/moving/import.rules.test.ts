import { describe, expect, test } from "vitest";
import { outgrows } from "./import.rules.ts";

describe("a table that grows is looked at", () => {
  test.each([
    [0, 49, false],
    [0, 50, true],
    [50, 50, false],
    [150, 50, true],
    [200, 599, false],
    [700, 100, true],
  ])("%i rows and %i more: %s", (before, more, expected) => {
    expect(outgrows(before, more)).toBe(expected);
  });

  test("eleven times for a billion rows: it costs next to nothing", () => {
    let looks = 0;
    for (let rows = 0; rows < 1_000_000_000; rows += 100_000)
      if (outgrows(rows, 100_000)) looks += 1;
    expect(looks).toBeLessThan(12);
  });
});
