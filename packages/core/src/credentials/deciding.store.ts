import { type Db, isOverload, withoutCaller } from "@stampbook/db";
import { DECIDING_SECONDS } from "./tries.rules.ts";

/** Whether a statement that failed so may have been committed: its answer was lost, or never came. */
export { isAway as mayHaveWritten } from "@stampbook/db";

/** Waits, in milliseconds, between attempts at a database that is slow or away; the last one recurs. */
const pauses = [50, 100, 250, 500, 1_000];

const underWay = new WeakMap<Db, Set<Promise<unknown>>>();

/**
 * Writes what a try came to, also for a caller who has gone, and again while the database is too slow or away, as long as the try may
 * be decided at all: otherwise a right secret would count as wrong. A second writing finds no such
 * try any more; it only counts the caller's wrong guess twice.
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

/** Resolves once every try of this process is decided, or given up. */
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
