import { callerSignal } from "../caller.ts";
import { isAway } from "./is-away.ts";
import { CallerGone, DatabaseBusy } from "./refusals.ts";

/** The load of a database, and whether it answers. Times are in milliseconds. */
export type DatabaseLoad = {
  /** Statements and transactions in flight. */
  readonly running: number;
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number;
  /** How long the oldest of them has waited; 0 if none waits. */
  readonly longestWaitMs: number;
  /** Time since the database's last answer, which may be a statement's error; null before the first. */
  readonly sinceAnswerMs: number | null;
  /** Time from the first to the last failure since then to get an answer; 0 if there were none. */
  readonly failingForMs: number;
};

export type GateOptions = {
  /** The most that may be in flight at once. */
  readonly places: number;
  readonly queueLimit: number;
  readonly queueWaitMs: number;
};

/** Limits the work sent to the database, in first-in-first-out order. */
export type Gate = {
  /**
   * Runs work when a place is free, or as many as it needs. Rejects with `DatabaseBusy` if too many
   * already wait or it waited too long, and with `CallerGone` if its caller has disconnected by then.
   */
  readonly enter: <Result>(work: () => Promise<Result>, needs?: number) => Promise<Result>;
  readonly load: () => DatabaseLoad;
};

type Waiter = {
  readonly needs: number;
  readonly since: number;
  readonly signal: AbortSignal | undefined;
  readonly go: () => void;
  readonly refuse: (reason: Error) => void;
};

export function createGate({ places, queueLimit, queueWaitMs }: GateOptions): Gate {
  const waiters = createQueue<Waiter>();
  let free = places;
  let running = 0;
  let lastAnswer: number | null = null;
  let failing: { readonly first: number; last: number } | null = null;
  let alarm: NodeJS.Timeout | undefined;

  async function enter<Result>(work: () => Promise<Result>, needs = 1): Promise<Result> {
    const signal = callerSignal();
    if (signal?.aborted) throw new CallerGone();
    if (needs <= free && waiters.length() === 0) take(needs);
    else await wait(needs, signal);
    const began = performance.now();
    try {
      const result = await work();
      noteAnswer();
      return result;
    } catch (error) {
      if (isAway(error)) noteFailure(began);
      else noteAnswer();
      throw error;
    } finally {
      running--;
      free += needs;
      admit();
    }
  }

  function take(needs: number) {
    running++;
    free -= needs;
  }

  function wait(needs: number, signal: AbortSignal | undefined): Promise<void> {
    if (waiters.length() >= queueLimit)
      throw new DatabaseBusy(`${queueLimit} others wait for a connection`);
    return new Promise((go, refuse) => {
      waiters.push({ needs, since: performance.now(), signal, go, refuse });
      setAlarm();
    });
  }

  /** Gives free places to the oldest waiting work that still has a caller. */
  function admit() {
    for (let first = waiters.first(); first; first = waiters.first()) {
      if (first.signal?.aborted) first.refuse(new CallerGone());
      else if (first.needs <= free) {
        take(first.needs);
        first.go();
      } else return;
      waiters.shift();
    }
  }

  /** The oldest has waited longest, so one timer is enough. */
  function setAlarm() {
    const first = waiters.first();
    if (alarm || !first || queueWaitMs === Number.POSITIVE_INFINITY) return;
    const waited = performance.now() - first.since;
    alarm = setTimeout(refuseLate, Math.max(1, queueWaitMs - waited)).unref();
  }

  function refuseLate() {
    alarm = undefined;
    const tooLong = performance.now() - queueWaitMs;
    for (let first = waiters.first(); first && first.since <= tooLong; first = waiters.first()) {
      waiters.shift();
      first.refuse(new DatabaseBusy(`it waited ${queueWaitMs} ms for a connection`));
    }
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

  function load(): DatabaseLoad {
    const now = performance.now();
    const first = waiters.first();
    return {
      running,
      waiting: waiters.length(),
      longestWaitMs: first ? now - first.since : 0,
      sinceAnswerMs: lastAnswer === null ? null : now - lastAnswer,
      failingForMs: failing ? failing.last - failing.first : 0,
    };
  }

  return { enter, load };
}

/** First in, first out; an array's `shift` would move all later items. */
function createQueue<Item>() {
  let items: (Item | undefined)[] = [];
  let at = 0;
  return {
    length: () => items.length - at,
    first: () => items[at],
    push: (item: Item) => {
      items.push(item);
    },
    shift: () => {
      const item = items[at];
      if (item === undefined) return undefined;
      items[at++] = undefined;
      if (at === items.length || at >= 1_024) {
        items = items.slice(at);
        at = 0;
      }
      return item;
    },
  };
}
