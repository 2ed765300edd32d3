import { describe, expect, test } from "vitest";
import { races, runRace } from "./index.ts";

// The long version is a command: npm run chaos -- races --rounds 2000
const rounds = 3;

describe("100 clients at once: the right winners, typed losers, sound rows, no deadlock", () => {
  test.each(races)("$name", async (race) => {
    const report = await runRace(race, { rounds });
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ rounds, deadlocks: 0 });
  });
});
