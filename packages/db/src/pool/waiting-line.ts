import { callerMerchant, callerOperation, callerSignal } from "../caller.ts";
import { shareOf } from "../share.ts";
import { CallerGone, DatabaseBusy } from "./refusals.ts";
import type { Share } from "./turns.ts";
import { createTurnsOfKinds } from "./turns-of-kinds.ts";

export type WaitingLineOptions = {
  readonly queueLimit: number;
  /** The most work of one merchant that may wait. Default: its share of `queueLimit`. */
  readonly shareLimit?: number;
  readonly queueWaitMs: number;
};

/** What work needs: places on one connection, and the kind of work, such as the text of a statement. */
export type Need = { readonly needs: number; readonly kind: string };

type Take = (share: Share, need: Need) => number | "capped" | "full";

type Waiter = Need & {
  readonly operation: string | undefined;
  readonly since: number;
  readonly signal: AbortSignal | undefined;
  readonly go: (connection: number) => void;
  readonly refuse: (reason: Error) => void;
};

/**
 * Makes the line of work that waits for a connection, or for another scarce thing. Merchants take turns, and
 * so do the kinds of work of a merchant. `take` works as in `Lanes`.
 */
export function createWaitingLine(options: WaitingLineOptions, take: Take) {
  const { queueLimit, queueWaitMs } = options;
  const turns = createTurnsOfKinds<Waiter>();
  const { shareLimit = shareOf(queueLimit, false) } = options;
  let alarm: NodeJS.Timeout | undefined;

  /**
   * Waits for the current caller. Resolves with the number of a connection. Rejects with `DatabaseBusy` if
   * too many already wait, or if this work waited longer than `queueWaitMs`. Rejects with `CallerGone` if the
   * caller left before the work's turn.
   */
  function wait({ needs, kind }: Need = { needs: 1, kind: "" }): Promise<number> {
    const share = callerMerchant();
    const [signal, operation] = [callerSignal(), callerOperation()];
    if (isFull(share)) dropGone();
    if (isFull(share))
      return Promise.reject(
        new DatabaseBusy(
          `${turns.length()} wait for a connection, ${turns.lengthOf(share)} of them for this merchant`,
        ),
      );
    return new Promise((go, refuse) => {
      const since = performance.now();
      turns.push(share, kind, { needs, kind, operation, since, signal, go, refuse });
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
   * Starts the work whose turn it is, or refuses it if its caller is gone. Work for which `take` returns
   * `capped` waits for other work of its share, so the next kind or share has its turn. If `take` returns
   * `full`, no later share may pass: the share gets the next connection with room. Returns whether to try
   * again.
   */
  function admitNext(): boolean {
    for (const [share, kind, { needs, signal, go, refuse }] of turns.firsts()) {
      const taken = signal?.aborted ? "gone" : take(share, { needs, kind });
      if (taken === "full") return false;
      if (taken === "capped") continue;
      turns.shift(share, kind);
      if (taken === "gone") refuse(new CallerGone());
      else go(taken);
      return true;
    }
    return false;
  }

  /** Sets one timer, for the work that has waited longest. */
  function setAlarm(): void {
    if (alarm || turns.length() === 0 || queueWaitMs === Number.POSITIVE_INFINITY) return;
    const oldest = Math.min(...[...turns.firsts()].map(([, , { since }]) => since));
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

  /**
   * How long the oldest work of a merchant and operation has waited, in milliseconds; 0 if none waits. Of work
   * of the same kind, only the oldest is looked at.
   */
  const waitedMs = (share: Share, operation?: string): number => {
    const own = [...turns.firstsOf(share)].filter((first) => first.operation === operation);
    return own.length ? performance.now() - Math.min(...own.map(({ since }) => since)) : 0;
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
