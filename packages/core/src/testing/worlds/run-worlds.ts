import fc from "fast-check";

/** So many times as many worlds are made at most, until each kind of case was met. */
const ROUNDS = 20;

/**
 * Compares worlds, and adds those kinds of cases to `met` that each has shown. Makes `numRuns` of them,
 * and as many again while a kind is missing. Returns the kinds that are still missing then.
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
