import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Arena, openArena } from "../arena.ts";
import { runRace } from "./run-race.ts";

// The long version is a command: npm run chaos -- races --rounds 2000

describe("T26: 100 clients redeem and cancel everything of two members at once", () => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await openArena();
  });
  afterAll(async () => expect(await arena.close()).toEqual({ deadlocks: 0 }));

  test.each([[false], [true]])(
    "nothing is spent twice, nor lost; with PIN: %s",
    async (withPin) => {
      const report = await runRace(arena, { rounds: 5, withPin, isNaive: false });
      expect(report).toMatchObject({ rounds: 5, faults: [] });
      // a low bound: many calls are refused, because the stamps and the vouchers are spent
      expect(report.outcomes.done).toBeGreaterThan(50);
    },
  );

  test("a call that writes what it has read is found out", async () => {
    const { faults } = await runRace(arena, { rounds: 20, withPin: false, isNaive: true });
    expect(faults).not.toEqual([]);
  });
});
