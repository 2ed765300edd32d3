import { Failure, tooBusy } from "./failures.ts";

/**
 * How a hash waits for its turn. `refusable`: goes before patient ones, and is refused if too many wait or if
 * it waited too long. `placed`: the same, but its place is already reserved. `patient`: for imports, waits as
 * long as it takes.
 */
export type HashTurn = "refusable" | "placed" | "patient";

/** Runs work that needs a whole core, only a few at a time. */
export type HashQueue = {
  readonly inTurn: <Result>(turn: HashTurn, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Reserves a place in the queue, then runs `work`, which takes its `placed` turn there. Throws overloaded
   * before it starts the work if no place is free.
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
 * A separate queue for hashes, so that a flood of passwords delays only its own answers: at most
 * `atOnce` run, at most `waiting` have a place, and none waits longer than `patienceMs`. More are
 * refused as overloaded.
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
