import { type Db, isOverload, withoutCaller } from "@stampbook/db";
import { DECIDING_SECONDS } from "./tries.rules.ts";

/**
 * Whether a statement that failed with this error may have been committed nevertheless. The connection may
 * have broken before the answer arrived.
 */
export { isAway as mayHaveWritten } from "@stampbook/db";

/** Milliseconds between attempts while the database is slow or unavailable; the last value repeats. */
const pauses = [50, 100, 250, 500, 1_000];

const underWay = new WeakMap<Db, Set<Promise<unknown>>>();

/**
 * Writes the outcome of a try, even if the caller has disconnected. Retries while the database is slow or
 * unavailable, until `DECIDING_SECONDS` have passed: without an outcome, even a right PIN or password would
 * count as wrong. A second write of the same outcome does not change the try, but counts the caller's wrong
 * guess again.
 */
export function untilDecided<Settled>(db: Db, write: () => Promise<Settled>): Promise<Settled> {
  const deciding = keepOn(write);
  const all = underWay.get(db) ?? new Set();
  underWay.set(db, all);
  all.add(deciding);
  const leave = () => all.delete(deciding);
  deciding.then(leave, leave);
  return deciding;
}

/** Resolves once the outcome of every try that is now under way in this process is written or given up. */
export async function triesDecided(db: Db): Promise<void> {
  await Promise.allSettled(underWay.get(db) ?? []);
}

async function keepOn<Settled>(write: () => Promise<Settled>): Promise<Settled> {
  const end = performance.now() + 1_000 * DECIDING_SECONDS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await withoutCaller(write);
    } catch (error) {
      if (!isOverload(error) || performance.now() >= end) throw error;
    }
    const pause = pauses[Math.min(attempt, pauses.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
