type Cost = { readonly memory: number; readonly time: number; readonly parallelism: number };

/**
 * The highest accepted cost, about seven times that of our own verifiers. An imported verifier with a higher
 * cost would keep the hashes of all merchants waiting.
 */
const HIGHEST: Cost = { memory: 65_536, time: 4, parallelism: 4 };
const LOWEST: Cost = { memory: 8, time: 1, parallelism: 1 };

/** Returns the cost in a verifier, or null if its format is unknown. */
export function costOf(verifier: string): Cost | null {
  const form =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
  const [, memory, time, parallelism] = (form.exec(verifier) ?? []).map(Number);
  return memory && time && parallelism ? { memory, time, parallelism } : null;
}

/** Whether a verifier's format is known and its cost accepted. */
export function isArgon2id(verifier: string): boolean {
  const cost = costOf(verifier);
  return (
    cost !== null &&
    isWithin(cost, "memory") &&
    isWithin(cost, "time") &&
    isWithin(cost, "parallelism")
  );
}

const isWithin = (cost: Cost, part: keyof Cost) =>
  cost[part] >= LOWEST[part] && cost[part] <= HIGHEST[part];
