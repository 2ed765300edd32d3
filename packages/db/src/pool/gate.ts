import { callerMerchant, callerSignal } from "../caller.ts";
import { shareOf } from "../share.ts";
import { isAway } from "./is-away.ts";
import { createLanes, type LanesOptions } from "./lanes.ts";
import { CallerGone, DatabaseBusy } from "./refusals.ts";
import { createTurns, type Share } from "./turns.ts";

/** The load of a database, and whether it answers. Times are in milliseconds. */
export type DatabaseLoad = {
  /** Statements and transactions in flight. */
  readonly running: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** Time since the database's last answer, which may be a statement's error; null before the first. */
  readonly sinceAnswerMs: number | null;
  /** Time from the first to the last failure since then to get an answer; 0 if there were none. */
  readonly failingForMs: number;
};

export type GateOptions = LanesOptions & {
  readonly queueLimit: number;
  readonly queueWaitMs: number;
};

/**
 * Limits the work sent to the database. Merchants take turns, and none has all connections; work that
 * is done for no merchant counts as one merchant's.
 */
export type Gate = {
  /**
   * Runs work with the number of a connection when it has a place there, or as many as it needs.
   * Rejects with `DatabaseBusy` if too many already wait or it waited too long, and with `CallerGone`
   * if its caller has disconnected by then.
   */
  readonly enter: <Result>(
    work: (connection: number) => Promise<Result>,
    needs?: number,
  ) => Promise<Result>;
  readonly load: () => DatabaseLoad;
  /** How long the oldest work of a merchant has waited, in milliseconds; 0 if none waits. */
  readonly waitedMs: (share: Share) => number;
};

type Waiter = {
  readonly needs: number;
  readonly since: number;
  readonly signal: AbortSignal | undefined;
  readonly go: (connection: number) => void;
  readonly refuse: (reason: Error) => void;
};

/** Makes the gate of a pool. */
export function createGate({ queueLimit, queueWaitMs, ...options }: GateOptions): Gate {
  const turns = createTurns<Waiter>();
  const lanes = createLanes(options);
  const shareLimit = shareOf(queueLimit, false);
  let running = 0;
  let lastAnswer: number | null = null;
  let failing: { readonly first: number; last: number } | null = null;
  let alarm: NodeJS.Timeout | undefined;

  async function enter<Result>(
    work: (connection: number) => Promise<Result>,
    needs = 1,
  ): Promise<Result> {
    const signal = callerSignal();
    if (signal?.aborted) throw new CallerGone();
    const share = callerMerchant();
    const taken = turns.length() === 0 ? take(share, needs) : "full";
    const connection = typeof taken === "number" ? taken : await wait(share, needs, signal);
    const began = performance.now();
    try {
      const result = await work(connection);
      noteAnswer();
      return result;
    } catch (error) {
      if (isAway(error)) noteFailure(began);
      else noteAnswer();
      throw error;
    } finally {
      running--;
      lanes.leave(connection, share, needs);
      admit();
    }
  }

  function take(share: Share, needs: number) {
    const taken = lanes.take(share, needs, turns.shares() > 1);
    if (typeof taken === "number") running++;
    return taken;
  }

  function wait(share: Share, needs: number, signal: AbortSignal | undefined): Promise<number> {
    if (turns.length() >= queueLimit || turns.lengthOf(share) >= shareLimit)
      throw new DatabaseBusy(
        `${turns.length()} wait for a connection, ${turns.lengthOf(share)} of them for this merchant`,
      );
    return new Promise((go, refuse) => {
      turns.push(share, { needs, since: performance.now(), signal, go, refuse });
      admit();
      setAlarm();
    });
  }

  /** Gives free places to waiting work that still has a caller. */
  function admit() {
    while (admitNext());
  }

  /**
   * Admits or drops the work whose turn it is. A share that must wait for its own work is skipped. One
   * that waits for a connection of others is not overtaken. Returns whether to try again.
   */
  function admitNext(): boolean {
    for (const [share, { needs, signal, go, refuse }] of turns.firsts()) {
      const taken = signal?.aborted ? "gone" : take(share, needs);
      if (taken === "full") return false;
      if (taken === "capped") continue;
      turns.shift(share);
      if (taken === "gone") refuse(new CallerGone());
      else go(taken);
      return true;
    }
    return false;
  }

  /** One timer, for the work that has waited longest. */
  function setAlarm() {
    if (alarm || turns.length() === 0 || queueWaitMs === Number.POSITIVE_INFINITY) return;
    const oldest = Math.min(...[...turns.firsts()].map(([, { since }]) => since));
    const waited = performance.now() - oldest;
    alarm = setTimeout(refuseLate, Math.max(1, queueWaitMs - waited)).unref();
  }

  function refuseLate() {
    alarm = undefined;
    const tooLong = performance.now() - queueWaitMs;
    for (const late of turns.shiftWhile(({ since }) => since <= tooLong))
      late.refuse(new DatabaseBusy(`it waited ${queueWaitMs} ms for a connection`));
    admit();
    setAlarm();
  }

  function noteAnswer() {
    lastAnswer = performance.now();
    failing = null;
  }

  function noteFailure(began: number) {
    failing ??= { first: began, last: began };
    failing.last = performance.now();
  }

  const load = (): DatabaseLoad => ({
    running,
    waiting: turns.length(),
    sinceAnswerMs: lastAnswer === null ? null : performance.now() - lastAnswer,
    failingForMs: failing ? failing.last - failing.first : 0,
  });

  const waitedMs = (share: Share) => {
    const first = turns.first(share);
    return first ? performance.now() - first.since : 0;
  };

  return { enter, load, waitedMs };
}
