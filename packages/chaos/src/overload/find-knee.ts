import { countWithin } from "../load/open-client.ts";
import type { LoadResult } from "../load/types.ts";

/** A load is good if 99 of 100 calls get 200 within this time. */
const GOOD_MS = 500;
const GOOD_PART = 0.99;

const FIRST = 100;
/** The first load of `findLimit`, in calls per second. */
const ROUGHLY = 500;
const STEP = 1.5;
const LAST = 40_000;
const BISECTIONS = 3;

/** The load, in calls per second, from which `findLimit` no longer doubles: more than the service handles. */
export const CERTAINLY_TOO_MUCH = 8_000;

/**
 * Whether at least 1 % of the calls were refused. Slow answers do not count, because the machine may be busy.
 */
export function isTooMuch({ took, sent }: LoadResult): boolean {
  return took[503].length >= 0.01 * sent;
}

/**
 * Doubles the load until calls are refused, or until `CERTAINLY_TOO_MUCH`. Returns the load in calls per
 * second.
 */
export async function findLimit(send: (perSecond: number) => Promise<LoadResult>): Promise<number> {
  for (let perSecond = ROUGHLY; ; perSecond *= 2)
    if (isTooMuch(await send(perSecond)) || perSecond >= CERTAINLY_TOO_MUCH) return perSecond;
}

/**
 * Finds the knee: the highest load whose answers stay good, in calls per second. Throws if `FIRST` is too
 * much.
 */
export async function findKnee(send: (perSecond: number) => Promise<LoadResult>): Promise<number> {
  const isGood = async (perSecond: number) => {
    const { took, sent } = await send(perSecond);
    return countWithin(took[200], GOOD_MS) >= GOOD_PART * sent;
  };
  let good = 0;
  let bad = FIRST;
  for (; bad < LAST && (await isGood(bad)); bad *= STEP) good = bad;
  if (!good) throw new Error(`Not even ${FIRST} calls a second are answered well.`);
  for (let left = BISECTIONS; left > 0; left--) {
    const between = Math.round((good + bad) / 2);
    if (await isGood(between)) good = between;
    else bad = between;
  }
  return good;
}
