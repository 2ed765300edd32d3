import { createEmbeddedTestDatabase, createTestDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenHarness, openHarness } from "../open-harness.ts";

/** How often it makes `numRuns` worlds at most. */
const ROUNDS = 20;

/** Compares what happens in a world, and adds the kinds of cases that it met to `met`. */
type Compare<Facts> = (t: OpenHarness, facts: Facts, met: Set<string>) => Promise<void>;

/** What the worlds have to show. */
type Kinds = {
  readonly all: readonly string[];
  /** On the embedded database, which is slower and gets fewer worlds. */
  readonly embedded: readonly string[];
};

/** Tests that `compare` fails in no world, on PostgreSQL and on the embedded database. */
export function testWorlds<Facts>(
  worlds: fc.Arbitrary<Facts>,
  { all, embedded }: Kinds,
  compare: Compare<Facts>,
): void {
  describe.each([
    ["PostgreSQL", () => createTestDatabase({ isPatient: true }), 60, all],
    ["the embedded database", () => createEmbeddedTestDatabase({ isPatient: true }), 20, embedded],
  ] as const)("rules and statement on %s", (_, open, numRuns, kinds) => {
    let t: OpenHarness;
    beforeAll(async () => {
      t = await openHarness<Awaited<ReturnType<typeof open>>>(open);
    });
    // no audit here: each world has had its own
    afterAll(() => t?.open.close());

    test("a call is done exactly if the rules have nothing against it, as if it were alone", async () => {
      const one = (facts: Facts, met: Set<string>) => compare(t, facts, met);
      expect(await runWorlds(worlds, one, { numRuns, kinds })).toEqual([]);
    });
  });
}

/**
 * Makes and compares `numRuns` worlds, and as many again while a kind of case has not occurred. `compare`
 * adds the kinds that it met to `met`. Returns the kinds that never occurred.
 */
async function runWorlds<Facts>(
  worlds: fc.Arbitrary<Facts>,
  compare: (facts: Facts, met: Set<string>) => Promise<void>,
  { numRuns, kinds }: { readonly numRuns: number; readonly kinds: readonly string[] },
): Promise<readonly string[]> {
  const met = new Set<string>();
  const missing = () => kinds.filter((kind) => !met.has(kind));
  for (let round = 0; round < ROUNDS && (round === 0 || missing().length); round++)
    await fc.assert(
      fc.asyncProperty(worlds, (facts) => compare(facts, met)),
      { numRuns },
    );
  return missing();
}
