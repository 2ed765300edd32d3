import { describe, expect, test } from "vitest";
import { races, runRace } from "../races/index.ts";

describe("a variant that reads, and then writes what it has read, is found out", () => {
  test.each(races)("$name", async (race) => {
    const report = await runRace(race, { rounds: 20, variant: "naive", faultyRounds: 1 });
    expect(report.faults).not.toEqual([]);
  });
});
