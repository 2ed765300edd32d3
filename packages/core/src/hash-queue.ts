import { Failure, tooBusy } from "./failures.ts";

/**
 * How a hash waits for its turn. A `refusable` hash is refused if the queue is full, or if it has waited too
 * long. A `placed` hash is like a `refusable` one, but `onPlace` has already reserved its place. A `patient`
 * hash, as in an import, waits without a limit, and runs only if no other kind waits.
 */
export type HashTurn = "refusable" | "placed" | "patient";

/** A queue for work that needs a whole core. Only a few jobs run at a time. */
export type HashQueue = {
  readonly inTurn: <Result>(turn: HashTurn, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Reserves a place in the queue, then runs `work`. The hash in `work` waits as `placed`. Throws
   * `overloaded` before `work` starts if no place is free.
   */
  readonly onPlace: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Whether all places are reserved now. */
  readonly isFull: () => boolean;
};

type Job = {
  readonly turn: HashTurn;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
};

/**
 * Makes a separate queue for hashes, so that a flood of passwords delays no other work. At most `atOnce`
 * hashes run, and at most `waiting` places exist. A hash that waited longer than `patienceMs` milliseconds,
 * or finds no place, is refused as `overloaded`. Patient hashes need no place and are never refused.
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
