import { describe, expect, test } from "vitest";
import { races, runRace } from "./index.ts";

// The long form is a command: npm run chaos -- races --rounds 2000
const rounds = 3;

describe.each(races)("100 clients: $name", (race) => {
  test("have exactly the right winners, typed losers, sound rows and no deadlock", async () => {
    const report = await runRace(race, { rounds });
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ rounds, deadlocks: 0 });
  });

  test("find the naive variant out", async () => {
    const report = await runRace(race, { rounds: 20, variant: "naive", faultyRounds: 1 });
    expect(report.faults).not.toEqual([]);
  });
});
