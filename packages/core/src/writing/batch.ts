import { callerSignal, type Db, wasRolledBack, withCaller } from "@stampbook/db";
import { Failure, tooBusy } from "../failures.ts";
import { isLockTimeout } from "./key.sql.ts";
import { type BatchLimits, batchLimits } from "./limits.ts";
import type { Entry } from "./line.ts";
import { type Batch, createQueue, type Target } from "./queue.ts";
import type { Locks } from "./statement.ts";
import type { Writing } from "./types.ts";

/** How often waiting calls are checked, in milliseconds: late ones are rejected, ready ones are sent. */
const SWEEP_MS = 10;

/**
 * Sends calls of one merchant and operation in one statement. Calls are sent at the end of the turn of the
 * event loop in which they came, if no statement of their operation is under way. Otherwise they wait for its
 * end, unless many calls wait or the statement takes long (`batchLimits.gather`). Calls also wait while their
 * merchant may not have another slot, or a call under way has one of their subjects.
 */
export function createBatcher(db: Db, options: Partial<BatchLimits> = {}): Writing {
  const limits = { ...batchLimits, ...options };
  const queue = createQueue(limits);
  let free = limits.slots;
  let isSweeping = false;
  let isStarting = false;

  /**
   * Requests that the process reads in one turn are sent together: a single call costs the database four
   * times as much.
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
    while (free > 0) {
      const batch = queue.take();
      if (!batch) break;
      free--;
      const { merchantId } = batch.place;
      const sending = withCaller({ signal: undefined, merchantId }, () =>
        send(db, batch, batch.entries),
      );
      void sending.finally(() => end(batch));
    }
    if (!isSweeping) sweep();
  }

  function end(batch: Batch) {
    free++;
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
          reject,
        };
        const target = { statement, place } as Target;
        queue.add(target, { ...entry, resolve: resolve as Entry["resolve"] });
        startAfterTurn();
      }),
    waitedMs: queue.waitedMs,
  };
}

/**
 * Runs calls in one statement and settles each. If an error rolled the statement back, one call may have
 * caused it: each half is sent alone, until that call is found and the others are done. After any other
 * error the calls may have been done, so none is sent again. If calls waited too long for a row that they
 * share, they are sent once more without waiting, because they may have waited for one call's key.
 */
async function send(
  db: Db,
  target: Target,
  entries: readonly Entry[],
  locks = locksFor(target, entries),
): Promise<void> {
  if (!entries.length) return;
  const calls = entries.map(({ call }) => call);
  try {
    const rows = await target.statement.run(db, target.place, calls, locks);
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
    const middle = Math.ceil(entries.length / 2);
    await send(db, target, inTime(entries.slice(0, middle)), locks);
    await send(db, target, inTime(entries.slice(middle)), locks);
  }
}

/**
 * Calls that all share a row wait for it, because another process changes it in the same way, one batch after
 * the other. If they skipped it, they would only be sent again.
 */
function locksFor({ statement }: Target, entries: readonly Entry[]): Locks {
  const [first, ...others] = entries;
  if (first?.waits) return "wait";
  if (!statement.canWaitForShared) return "skip";
  const subject = first?.shared[0];
  const areAlike = others.every(({ shared }) => shared[0] === subject);
  return others.length > 0 && subject !== undefined && areAlike ? "waitShared" : "skip";
}

/** Returns the calls whose deadline has not passed, and rejects the others. */
function inTime(entries: readonly Entry[]): readonly Entry[] {
  const now = performance.now();
  return entries.filter(({ until, reject }) => {
    if (until <= now) reject(new Failure(tooBusy));
    return until > now;
  });
}
