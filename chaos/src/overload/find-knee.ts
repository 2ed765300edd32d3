import { countWithin } from "../load/open-client.ts";
import type { LoadResult } from "../load/types.ts";

/** A load is good where 99 of 100 calls are answered with 200 so soon. */
const GOOD_MS = 500;
const GOOD_PART = 0.99;

const FIRST = 100;
/** Where steps are doubles. */
const ROUGHLY = 500;
const STEP = 1.5;
const LAST = 40_000;
const BISECTIONS = 3;

/** Doubles a load until a tenth of its calls has no good answer. */
export async function findLimit(send: (perSecond: number) => Promise<LoadResult>): Promise<number> {
  for (let perSecond = ROUGHLY; ; perSecond *= 2) {
    const { took, sent } = await send(perSecond);
    if (countWithin(took[200], GOOD_MS) < 0.9 * sent || perSecond > LAST) return perSecond;
  }
}

/** The highest load, in calls a second, whose answers stay good. */
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
