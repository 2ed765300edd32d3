import { shareOf } from "../share.ts";
import { CallerGone, DatabaseBusy } from "./refusals.ts";
import { createTurns, type Share } from "./turns.ts";

export type WaitingLineOptions = {
  readonly queueLimit: number;
  /** The most work of one merchant that may wait. Default: its share of `queueLimit`. */
  readonly shareLimit?: number;
  readonly queueWaitMs: number;
};

type Take = (share: Share, needs: number) => number | "capped" | "full";

type Waiter = {
  readonly needs: number;
  readonly since: number;
  readonly signal: AbortSignal | undefined;
  readonly go: (connection: number) => void;
  readonly refuse: (reason: Error) => void;
};

/**
 * Makes the line of work that waits for a connection, or for another scarce thing. Merchants take turns.
 * `take` works as in `Lanes`.
 */
export function createWaitingLine(options: WaitingLineOptions, take: Take) {
  const { queueLimit, queueWaitMs } = options;
  const turns = createTurns<Waiter>();
  const { shareLimit = shareOf(queueLimit, false) } = options;
  let alarm: NodeJS.Timeout | undefined;

  /**
   * Resolves with the number of a connection. Rejects with `DatabaseBusy` if too many already wait, or if this
   * work waited longer than `queueWaitMs`. Rejects with `CallerGone` if the signal was
   * aborted before the work's turn.
   */
  function wait(share: Share, needs: number, signal: AbortSignal | undefined): Promise<number> {
    if (isFull(share)) dropGone();
    if (isFull(share))
      return Promise.reject(
        new DatabaseBusy(
          `${turns.length()} wait for a connection, ${turns.lengthOf(share)} of them for this merchant`,
        ),
      );
    return new Promise((go, refuse) => {
      turns.push(share, { needs, since: performance.now(), signal, go, refuse });
      admit();
      setAlarm();
    });
  }

  const isFull = (share: Share) =>
    turns.length() >= queueLimit || turns.lengthOf(share) >= shareLimit;

  /** Refuses the oldest work of each merchant if its caller has gone. */
  function dropGone(): void {
    for (const { refuse } of turns.shiftWhile(({ signal }) => signal?.aborted ?? false))
      refuse(new CallerGone());
  }

  /** Gives free places to waiting work that still has a caller. */
  function admit(): void {
    while (admitNext());
  }

  /**
   * Starts the work whose turn it is, or refuses it if its caller is gone. A share for which `take` returns
   * `capped` waits for its own work, so the next share has its turn. If `take` returns `full`, no later share
   * may pass: the share gets the next connection with room. Returns whether to try again.
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

  /** Sets one timer, for the work that has waited longest. */
  function setAlarm(): void {
    if (alarm || turns.length() === 0 || queueWaitMs === Number.POSITIVE_INFINITY) return;
    const oldest = Math.min(...[...turns.firsts()].map(([, { since }]) => since));
    const waited = performance.now() - oldest;
    alarm = setTimeout(refuseLate, Math.max(1, queueWaitMs - waited)).unref();
  }

  function refuseLate(): void {
    alarm = undefined;
    const tooLong = performance.now() - queueWaitMs;
    for (const late of turns.shiftWhile(({ since }) => since <= tooLong))
      late.refuse(new DatabaseBusy(`it waited ${queueWaitMs} ms for a connection`));
    admit();
    setAlarm();
  }

  /** How long the oldest work of a merchant has waited, in milliseconds; 0 if none waits. */
  const waitedMs = (share: Share): number => {
    const first = turns.first(share);
    return first ? performance.now() - first.since : 0;
  };

  return {
    wait,
    admit,
    waitedMs,
    length: turns.length,
    /** Whether work of several merchants waits. */
    isContended: () => turns.shares() > 1,
  };
}
