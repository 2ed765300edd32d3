import { Failure } from "./failures.ts";

/**
 * Whether somebody waits for the answer. `refusable`: goes first, and is refused where too many wait
 * or it waited too long; `patient`: for imports, gets its turn however long that takes.
 */
export type HashTurn = "refusable" | "patient";

/** Runs work that takes a whole core, few at a time. */
export type HashQueue = {
  readonly inTurn: <Result>(turn: HashTurn, work: () => Promise<Result>) => Promise<Result>;
  /** Throws overloaded where refusable work would be refused now. */
  readonly refuseWhenFull: () => void;
};

type Job = { readonly since: number; readonly start: () => void; readonly refuse: () => void };

/**
 * A queue of its own for hashes, so that a flood of passwords costs the flood's own answers and not
 * everybody's: no more than `atOnce` run, no more than `waiting` wait, none of them longer than
 * `patienceMs`. What is too much is refused as overloaded.
 */
export function createHashQueue({
  atOnce,
  waiting,
  patienceMs,
}: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly patienceMs: number;
}): HashQueue {
  const refusable: Job[] = [];
  const patient: Job[] = [];
  let running = 0;

  function next() {
    while (running < atOnce) {
      const job = refusable.shift() ?? patient.shift();
      if (!job) return;
      if (performance.now() - job.since > patienceMs) job.refuse();
      else job.start();
    }
  }

  const isFull = () => refusable.length >= waiting;
  const inTurn: HashQueue["inTurn"] = (turn, work) =>
    new Promise((resolve, reject) => {
      const overloaded = () => reject(new Failure(full));
      if (turn === "refusable" && isFull()) return overloaded();
      const start = () => {
        running++;
        work()
          .then(resolve, reject)
          .finally(() => {
            running--;
            next();
          });
      };
      const isRefusable = turn === "refusable";
      const since = isRefusable ? performance.now() : Number.POSITIVE_INFINITY;
      (isRefusable ? refusable : patient).push({ since, start, refuse: overloaded });
      next();
    });
  return {
    inTurn,
    refuseWhenFull: () => {
      if (isFull()) throw new Failure(full);
    },
  };
}

const full = {
  code: "overloaded",
  message: "Too busy, please try again.",
  rule: "no more hashes wait than can soon be computed",
  retryAfter: 1,
} as const;
