import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenHarness, openHarness } from "../open-harness.ts";

/**
 * The number of worlds that a test makes. A world is a random merchant, with calls to make there. `npm test`
 * makes 10, `npm run test:more` 40, and the environment variable `WORLDS` sets another number.
 */
const WORLDS = Number(process.env.WORLDS);
/** The number of worlds from which on every kind of case must occur. */
const ENOUGH = 40;
/** How many worlds are added at a time while a kind of case has not occurred. */
const MORE_WORLDS = 10;
/** The number of worlds from which a test adds no more. */
const MOST_WORLDS = Math.max(WORLDS, 1_200);

/** Makes a world, runs its calls and compares the results. Adds the kinds of cases that occurred to `met`. */
type Compare<Facts> = (t: OpenHarness, facts: Facts, met: Set<string>) => Promise<void>;

/** The kinds of cases that at least `ENOUGH` worlds must contain. */
type Kinds = {
  readonly all: readonly string[];
  /** The share of the usual number of worlds to make, for worlds that take long. 1 by default. */
  readonly share?: number;
};

/** Tests that `compare` succeeds in every world. */
export function testWorlds<Facts>(
  worlds: fc.Arbitrary<Facts>,
  { all, share = 1 }: Kinds,
  compare: Compare<Facts>,
  title = "a call is done exactly if the rules have nothing against it, as if it were alone",
): void {
  let t: OpenHarness;
  beforeAll(async () => {
    t = await openHarness();
  });
  // no audit here: a comparison audits its worlds itself (`compareCalls`, `compareWithAlone`) or not at all
  afterAll(() => t?.open.close());

  test(title, async () => {
    const one = (facts: Facts, met: Set<string>) => compare(t, facts, met);
    const runs = { count: Math.ceil(WORLDS * share), kinds: WORLDS < ENOUGH ? [] : all };
    expect(await runWorlds(worlds, one, runs)).toEqual([]);
  });
}

/**
 * Makes and compares `count` worlds, and more while a kind of case has not occurred, up to `MOST_WORLDS`.
 * Returns the kinds that never occurred.
 */
async function runWorlds<Facts>(
  worlds: fc.Arbitrary<Facts>,
  compare: (facts: Facts, met: Set<string>) => Promise<void>,
  { count, kinds }: { readonly count: number; readonly kinds: readonly string[] },
): Promise<readonly string[]> {
  const met = new Set<string>();
  const missing = () => kinds.filter((kind) => !met.has(kind));
  const property = fc.asyncProperty(worlds, (facts) => compare(facts, met));
  const { seed } = fc.readConfigureGlobal();
  // a seed that is set for the whole run must not give the same worlds each time
  const seedOf = (made: number) => (seed === undefined ? {} : { seed: seed + made });
  await fc.assert(property, { numRuns: count, ...seedOf(0) });
  for (let made = count; made < MOST_WORLDS && missing().length; made += MORE_WORLDS)
    await fc.assert(property, { numRuns: MORE_WORLDS, ...seedOf(made) });
  return missing();
}
