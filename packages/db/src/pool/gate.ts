import { callerMerchant, callerSignal } from "../caller.ts";
import { type AnswerTimes, createAnswers } from "./answers.ts";
import { isAway } from "./is-away.ts";
import { createLanes, type LanesOptions } from "./lanes.ts";
import { CallerGone } from "./refusals.ts";
import type { Share } from "./turns.ts";
import { createWaitingLine, type Need, type WaitingLineOptions } from "./waiting-line.ts";

/** The load of a database, and whether it answers. */
export type DatabaseLoad = AnswerTimes & {
  /** Statements and transactions in flight. */
  readonly running: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** How often work has waited for a connection so far, and how long in all, in milliseconds. */
  readonly waits: number;
  readonly waitedMs: number;
};

/**
 * Work that has ended: what it was (`kind` of `enter`), how long it waited for a connection, its time after
 * that, and its error.
 */
export type EndedWork = {
  readonly kind: string;
  readonly waitedMs: number;
  readonly ms: number;
  readonly error?: unknown;
};

export type GateOptions = LanesOptions &
  WaitingLineOptions & { readonly onEnd?: ((work: EndedWork) => void) | undefined };

/**
 * Limits the work sent to the database. Merchants take turns, and each can use a limited share of the
 * connections (`shareOf`). Work without a merchant is treated as the work of one more merchant.
 */
export type Gate = {
  /**
   * Waits until one connection has `needs` free places. Then runs the work with that connection's number.
   * `kind` is what the work waits for at the database: the text of a statement.
   * Rejects with `DatabaseBusy` if too many already wait, or if this work waited too long. Rejects with
   * `CallerGone` if the caller disconnects before the work starts.
   */
  readonly enter: <Result>(
    work: (connection: number) => Promise<Result>,
    needs?: number,
    kind?: string,
  ) => Promise<Result>;
  readonly load: () => DatabaseLoad;
  /** How long the oldest work of a merchant and operation has waited, in milliseconds; 0 if none waits. */
  readonly waitedMs: (share: Share, operation?: string) => number;
};

/** Makes the gate of a pool. */
export function createGate({ queueLimit, queueWaitMs, onEnd, ...options }: GateOptions): Gate {
  const lanes = createLanes(options);
  const line = createWaitingLine({ queueLimit, queueWaitMs }, take);
  const answers = createAnswers();
  let running = 0;
  let waits = 0;
  let waitedMs = 0;

  async function enter<Result>(
    work: (connection: number) => Promise<Result>,
    needs = 1,
    kind = "",
  ): Promise<Result> {
    if (callerSignal()?.aborted) throw new CallerGone();
    const share = callerMerchant();
    const need = { needs, kind };
    const came = performance.now();
    const taken = line.length() === 0 ? take(share, need) : "full";
    const connection = typeof taken === "number" ? taken : await wait(need);
    const began = typeof taken === "number" ? came : performance.now();
    const waitedMs = began - came;
    try {
      const result = await work(connection);
      answers.noteAnswer();
      onEnd?.({ kind, waitedMs, ms: performance.now() - began });
      return result;
    } catch (error) {
      onEnd?.({ kind, waitedMs, ms: performance.now() - began, error });
      if (isAway(error)) answers.noteFailure(began);
      else answers.noteAnswer();
      throw error;
    } finally {
      running--;
      lanes.leave(connection, share, needs);
      line.admit();
    }
  }

  async function wait(need: Need): Promise<number> {
    const since = performance.now();
    waits++;
    return line.wait(need).finally(() => {
      waitedMs += performance.now() - since;
    });
  }

  function take(share: Share, need: Need) {
    const taken = lanes.take(share, need, line.isContended());
    if (typeof taken === "number") running++;
    return taken;
  }

  const load = (): DatabaseLoad => ({
    running,
    waiting: line.length(),
    waits,
    waitedMs,
    ...answers.times(),
  });

  return { enter, load, waitedMs: line.waitedMs };
}
