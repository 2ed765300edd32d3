import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Arena, openArena } from "../arena.ts";
import { races, runRace } from "./index.ts";

// The long version is a command: npm run chaos -- races --rounds 2000
const rounds = 3;

describe("100 clients at once: the right winners, typed losers, sound rows, no deadlock", () => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await openArena();
  });
  afterAll(async () => expect(await arena.close()).toEqual({ deadlocks: 0 }));

  test.each(races)("$name", async (race) => {
    const report = await runRace(arena, race, { rounds });
    expect(report).toMatchObject({ rounds, faults: [] });
  });
});
