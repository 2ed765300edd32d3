import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Arena, openArena } from "../arena.ts";
import { races, runRace } from "../races/index.ts";

describe("a variant that reads, and then writes what it has read, is found out", () => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await openArena();
  });
  afterAll(() => arena.close());

  test.each(races)("$name", async (race) => {
    const report = await runRace(arena, race, { rounds: 20, variant: "naive", faultyRounds: 1 });
    expect(report.faults).not.toEqual([]);
  });
});
