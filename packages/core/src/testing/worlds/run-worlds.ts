import fc from "fast-check";

/** How often it makes `numRuns` worlds at most. */
const ROUNDS = 20;

/**
 * Makes and compares `numRuns` worlds, and as many again while a kind of case has not occurred. `compare`
 * adds the kinds that it met to `met`. Returns the kinds that never occurred.
 */
export async function runWorlds<Facts>(
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
