import { createFairQueue, createPlaces } from "./fair-queue.ts";

/**
 * How a hash waits for its turn. A `refusable` hash reserves a place while it waits and runs. For a `placed`
 * hash, `onPlace` has already reserved one. Both are refused if they waited too long, or if their caller has
 * gone. A `patient` hash, as in an import, waits without a limit, and runs only if no other kind waits.
 */
export type HashTurn = "refusable" | "placed" | "patient";

/** A queue for work that needs a whole core. Only a few jobs run at a time. */
export type HashQueue = {
  readonly inTurn: <Result>(turn: HashTurn, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Reserves a place in the queue, then runs `work`. The hash in `work` waits as `placed`. Throws
   * `overloaded` before `work` starts if the caller's merchant gets no place.
   */
  readonly onPlace: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether the caller's merchant gets no place now. */
  readonly isFull: () => boolean;
  /** How many hashes wait for their turn. */
  readonly waiting: () => number;
};

type Limits = {
  readonly atOnce: number;
  readonly waiting: number;
  readonly patienceMs: number;
};

const rule = "no more hashes wait than can soon be computed";

/**
 * Makes a separate queue for hashes, so that a flood of passwords delays no other work. At most `atOnce`
 * hashes run, and at most `waiting` places exist. One merchant gets its share of them. Merchants take turns.
 * A hash that waited longer than `patienceMs` milliseconds, or finds no place, is refused as `overloaded`.
 * Patient hashes need no place and are never refused.
 */
export function createHashQueue({ atOnce, waiting, patienceMs }: Limits): HashQueue {
  const { run, runLast, length } = createFairQueue({ atOnce, waitMs: patienceMs, rule });
  const { hold: onPlace, isFull } = createPlaces(waiting, rule);
  return {
    inTurn: (turn, work) => {
      if (turn === "patient") return runLast(work);
      return turn === "refusable" ? onPlace(() => run(work)) : run(work);
    },
    onPlace,
    isFull,
    waiting: length,
  };
}
