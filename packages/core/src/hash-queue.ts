import { Failure, tooBusy } from "./failures.ts";

/**
 * Whether somebody waits for the answer. `refusable`: goes first, and is refused where too many wait
 * or it waited too long; `placed`: the same, but its place is held already; `patient`: for imports,
 * gets its turn however long that takes.
 */
export type HashTurn = "refusable" | "placed" | "patient";

/** Runs work that takes a whole core, few at a time. */
export type HashQueue = {
  readonly inTurn: <Result>(turn: HashTurn, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Holds a place among those that wait while something is done of which a `placed` turn is a part.
   * Throws overloaded where none is free: before anything was done in vain.
   */
  readonly onPlace: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether no place is free now. */
  readonly isFull: () => boolean;
};

type Job = {
  readonly turn: HashTurn;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
};

/**
 * A queue of its own for hashes, so that a flood of passwords costs the flood's own answers and not
 * everybody's: no more than `atOnce` run, no more than `waiting` have a place, none of them waits
 * longer than `patienceMs`. What is too much is refused as overloaded.
 */
export function createHashQueue(
  {
    atOnce,
    waiting,
    patienceMs,
  }: {
    readonly atOnce: number;
    readonly waiting: number;
    readonly patienceMs: number;
  },
  now: () => number = () => performance.now(),
): HashQueue {
  const awaited: Job[] = [];
  const patient: Job[] = [];
  let running = 0;
  let taken = 0;

  function next() {
    while (running < atOnce) {
      const job = awaited.shift() ?? patient.shift();
      if (!job) return;
      if (job.turn === "refusable") taken--;
      if (now() - job.since > patienceMs) job.refuse();
      else job.start();
    }
  }

  const isFull = () => taken >= waiting;
  const inTurn: HashQueue["inTurn"] = async (turn, work) => {
    if (turn === "refusable") {
      if (isFull()) throw new Failure(full);
      taken++;
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        running++;
        work()
          .then(resolve, reject)
          .finally(() => {
            running--;
            next();
          });
      };
      const refuse = () => reject(new Failure(full));
      const since = turn === "patient" ? Number.POSITIVE_INFINITY : now();
      (turn === "patient" ? patient : awaited).push({ turn, since, start, refuse });
      next();
    });
  };
  const onPlace: HashQueue["onPlace"] = async (work) => {
    if (isFull()) throw new Failure(full);
    taken++;
    try {
      return await work();
    } finally {
      taken--;
    }
  };
  return { inTurn, onPlace, isFull };
}

const full = { ...tooBusy, rule: "no more hashes wait than can soon be computed" };
