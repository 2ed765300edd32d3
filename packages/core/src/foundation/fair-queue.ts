import {
  callerMerchant,
  callerSignal,
  createCounts,
  createWaitingLine,
  shareOf,
} from "@stampbook/db";
import { Failure, tooBusy } from "./failures.ts";

type Limits = {
  /** How much work runs at once. */
  readonly atOnce: number;
  /** The most work that waits, of all merchants and of one. Default: no limit. */
  readonly waiting?: number;
  readonly waitingOfMerchant?: number;
  /** How long work waits, in milliseconds. */
  readonly waitMs: number;
  /** The rule that refuses work, in words for staff. */
  readonly rule: string;
};

/** A queue for work that needs a whole core, or another scarce resource of the process. Merchants take turns. */
type FairQueue = {
  /**
   * Runs work when it is the turn of the caller's merchant. Throws `overloaded` if too much waits, if the work
   * waited too long, and if its caller left before its turn. The work gets the caller's signal.
   */
  readonly run: <Result>(
    work: (signal: AbortSignal | undefined) => Promise<Result>,
  ) => Promise<Result>;
  /** Runs work when nothing else waits. It waits without a limit. */
  readonly runLast: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** How much work waits, that of `runLast` included. */
  readonly length: () => number;
};

/** Makes an empty queue. */
export function createFairQueue(limits: Limits): FairQueue {
  const { atOnce, waiting = Number.POSITIVE_INFINITY, waitMs, rule } = limits;
  const options = { queueLimit: waiting, queueWaitMs: waitMs };
  const { waitingOfMerchant: shareLimit } = limits;
  const line = createWaitingLine(
    shareLimit === undefined ? options : { ...options, shareLimit },
    take,
  );
  const last: (() => void)[] = [];
  let running = 0;
  let latest: number | null | undefined;

  /** The merchant whose work started latest lets those of others go first. */
  function take(merchantId: number | null) {
    if (running >= atOnce) return "full";
    if (merchantId === latest && line.isContended()) return "capped";
    latest = merchantId;
    return running++;
  }

  async function runNow<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      running--;
      line.admit();
      startLast();
    }
  }

  function startLast() {
    while (running < atOnce) {
      const start = last.shift();
      if (!start) return;
      running++;
      start();
    }
  }

  return {
    run: async (work) => {
      const signal = callerSignal();
      await line.wait().catch(() => {
        throw new Failure({ ...tooBusy, rule });
      });
      return runNow(() => work(signal));
    },
    runLast: async (work) => {
      await new Promise<void>((start) => {
        last.push(start);
        startLast();
      });
      return runNow(work);
    },
    length: () => line.length() + last.length,
  };
}

/** Places. One merchant gets its share of them (`shareOf`). */
export type Places = {
  /** Whether the caller's merchant gets no place now. */
  readonly isFull: () => boolean;
  /** Runs `work` in a free place. Throws `overloaded` if all places are taken. */
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
};

/** Makes places. `rule` refuses work for lack of one. */
export function createPlaces(most: number, rule: string): Places {
  const held = createCounts();
  let taken = 0;
  const isFull = () => {
    const own = held.get(callerMerchant());
    return taken >= most || own >= shareOf(most, taken > own);
  };
  return {
    isFull,
    hold: async (work) => {
      if (isFull()) throw new Failure({ ...tooBusy, rule });
      const share = callerMerchant();
      taken++;
      held.add(share, 1);
      try {
        return await work();
      } finally {
        taken--;
        held.add(share, -1);
      }
    },
  };
}
