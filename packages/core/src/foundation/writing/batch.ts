import {
  callerOperation,
  callerSignal,
  callerSpans,
  type Db,
  wasRolledBack,
  withCaller,
} from "@stampbook/db";
import { Failure, tooBusy } from "../failures.ts";
import { isLockTimeout } from "./key.sql.ts";
import { type BatchLimits, batchLimits } from "./limits.ts";
import type { Entry, Waiting } from "./line.ts";
import { type Batch, createQueue, type Target } from "./queue.ts";
import type { Locks } from "./statement.ts";
import type { Writing } from "./types.ts";

/** A statement that is about to be sent. */
export type SentBatch = {
  /** The operation, as its statement is named. */
  readonly operation: string;
  readonly calls: readonly Pick<Waiting, "since" | "spans">[];
  /** How many of the calls were sent before, because another call was faster or held a lock. */
  readonly again: number;
  /** How long the oldest call waited in this process. */
  readonly waitedMs: number;
};

/** Functions that hear of statements. */
export type BatchWatch = {
  readonly onSend?: (batch: SentBatch) => void;
  /** Called when a statement with several calls failed, so that its halves are sent. */
  readonly onHalved?: (operation: string) => void;
};

/** A batcher, and how many calls wait in it. */
export type Batcher = Writing & { readonly waiting: () => number };

/** The interval of the checks that reject late calls and send ready calls, in milliseconds. */
const SWEEP_MS = 10;

/**
 * Makes a batcher. Each of its statements has calls of one merchant and operation. If a slot is free, a call
 * is sent at the end of the event loop's turn in which it arrives. But a call waits:
 * - while another statement of its merchant and operation is under way, until `batchLimits.gather` calls are
 *   ready, or `gatherMs` after that statement was sent;
 * - while its merchant uses its whole share of the slots;
 * - while a statement of its merchant and operation is stuck, such as behind a locked table;
 * - while a call with a common subject is under way.
 */
export function createBatcher(
  db: Db,
  { onSend, onHalved = () => {}, ...options }: Partial<BatchLimits> & BatchWatch = {},
): Batcher {
  const limits = { ...batchLimits, ...options };
  const queue = createQueue(limits);
  let isSweeping = false;
  let isStarting = false;

  /**
   * Starts at the end of the event loop's turn, so that calls that arrive in the same turn are sent together.
   * A call that is sent alone costs the database four times as much as a call in a batch.
   */
  function startAfterTurn() {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      start();
    });
  }

  function start() {
    while (sendNext());
    if (!isSweeping) sweep();
  }

  /** Sends the next batch. Returns whether there was one. */
  function sendNext(): boolean {
    const batch = queue.take();
    if (!batch) return false;
    const { statement, entries, sentAt, since } = batch;
    onSend?.({
      operation: statement.name,
      calls: entries,
      again: entries.filter(({ isRetry }) => isRetry).length,
      waitedMs: sentAt - since,
    });
    void send(db, { ...batch, onHalved }, entries).finally(() => end(batch));
    return true;
  }

  function end(batch: Batch) {
    queue.end(batch);
    start();
  }

  function sweep() {
    isSweeping = queue.sweep() > 0;
    if (isSweeping) setTimeout(lookAgain, SWEEP_MS);
  }

  function lookAgain() {
    isSweeping = false;
    start();
  }

  return {
    write: ({ statement, subjects, shared, weight }, call, { place, ...sending }) =>
      new Promise((resolve, reject) => {
        const entry = {
          ...sending,
          call,
          subjects: subjects(call),
          shared: shared?.(call) ?? [],
          weight: weight?.(call) ?? 0,
          signal: callerSignal(),
          operation: callerOperation(),
          spans: callerSpans(),
          reject,
        };
        const target = { statement, place } as Target;
        queue.add(target, { ...entry, resolve: resolve as Entry["resolve"] });
        startAfterTurn();
      }),
    waitedMs: queue.waitedMs,
    waiting: queue.length,
  };
}

/**
 * Runs calls in one statement, and resolves or rejects each. If an error rolled the statement back, a single
 * call may have caused it. Then each half is sent separately, until that call is found and the others are
 * done. After any other error, all calls are rejected, because the database may have done them. After a lock
 * timeout, calls that waited for a shared row are sent once more and skip locked rows, because another
 * transaction may have locked only one call's idempotency key.
 */
async function send(
  db: Db,
  target: Target & Required<Pick<BatchWatch, "onHalved">>,
  entries: readonly Entry[],
  locks = locksFor(target, entries),
): Promise<void> {
  if (!entries.length) return;
  const { statement, place } = target;
  const calls = entries.map(({ call }) => call);
  const spans = entries.flatMap((entry) => entry.spans ?? []);
  try {
    const rows = await withCaller({ signal: undefined, merchantId: place.merchantId, spans }, () =>
      statement.run(db, place, calls, locks),
    );
    entries.forEach((entry, n) => {
      entry.resolve(rows[n]);
    });
  } catch (error) {
    if (entries.length === 1 || !wasRolledBack(error)) {
      for (const { reject } of entries) reject(error);
      return;
    }
    if (locks === "waitShared" && isLockTimeout(error))
      return send(db, target, inTime(entries), "skip");
    target.onHalved(statement.name);
    const middle = Math.ceil(entries.length / 2);
    await send(db, target, inTime(entries.slice(0, middle)), locks);
    await send(db, target, inTime(entries.slice(middle)), locks);
  }
}

/**
 * Returns how the statement treats locked rows. If all calls share a row, the statement waits for this row,
 * because other processes change it in the same way, one batch after another. If the statement skipped the
 * row, all calls would be sent again.
 */
function locksFor({ statement }: Target, entries: readonly Entry[]): Locks {
  const [first, ...others] = entries;
  if (first?.waits) return "wait";
  if (!statement.canWaitForShared) return "skip";
  const subject = first?.shared[0];
  const areAlike = others.every(({ shared }) => shared[0] === subject);
  return others.length > 0 && subject !== undefined && areAlike ? "waitShared" : "skip";
}

/** Returns the calls whose deadline has not passed. Rejects the others with `overloaded`. */
function inTime(entries: readonly Entry[]): readonly Entry[] {
  const now = performance.now();
  return entries.filter(({ until, reject }) => {
    if (until <= now) reject(new Failure(tooBusy));
    return until > now;
  });
}
