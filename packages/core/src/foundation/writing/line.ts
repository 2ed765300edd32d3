import { CallerGone } from "@stampbook/db";
import { Failure, type Refusal, tooBusy } from "../failures.ts";
import { keyInUse } from "../retries/index.ts";
import type { BatchLimits } from "./limits.ts";

/** A queued call. */
export type Entry = {
  readonly call: unknown;
  /**
   * What the call changes, such as `customer 12`. A process never has two calls of one merchant and operation
   * with a common subject under way at the same time.
   */
  readonly subjects: readonly string[];
  /** Subjects that calls of one batch may have in common (`Operation.shared` in `types.ts`). */
  readonly shared: readonly string[];
  /** The number of vouchers that the call issues. */
  readonly weight: number;
  /** Whether the call is sent alone, and waits for locks. */
  readonly waits: boolean;
  /** The deadline, in milliseconds of `performance.now`. If the call was not sent by then, it is rejected. */
  readonly until: number;
  readonly key: string | null;
  /**
   * Whether the call was sent before. A retry may wait longer than `keyWaitMs` for another call with its key.
   */
  readonly isRetry: boolean;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal | undefined;
  /** What the caller asked for, as `callerOperation` says. */
  readonly operation: string | undefined;
  /** The spans that the call is traced in, as `callerSpans` says. */
  readonly spans: readonly object[] | undefined;
  readonly resolve: (row: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** A call in a line. `since` is when it arrived, by `performance.now`. */
export type Waiting = Entry & {
  readonly since: number;
  /** The refusal if the call is not sent in time. */
  readonly late: Refusal;
};

/** The waiting calls of one merchant and operation, the oldest first. */
export type Line = {
  readonly length: () => number;
  /**
   * The arrival of the oldest call that can be sent now, of all or of those that an operation of a caller
   * made, by `performance.now`; `Infinity` if none can.
   */
  readonly readySince: (of?: { readonly operation: string | undefined }) => number;
  /** Whether the calls wait for a batch under way, to be sent with more calls (`batchLimits.gather`). */
  readonly isGathering: () => boolean;
  readonly add: (entry: Entry) => void;
  /** Removes and returns calls that can be sent together now. Their subjects are in use until `end`. */
  readonly take: () => readonly Waiting[];
  readonly end: (entries: readonly Entry[]) => void;
  /** Rejects calls that are late or whose caller has gone. */
  readonly sweep: () => void;
  /** Whether no call waits, and no subject is in use. */
  readonly isIdle: () => boolean;
};

/** Makes an empty line. */
export function createLine(limits: BatchLimits): Line {
  const { batchSize, batchWeight, keyWaitMs, gather, gatherMs } = limits;
  let waiting: Waiting[] = [];
  /**
   * The number of batches under way. A call that is sent alone and waits for locks is not counted. `sentAt`
   * is when the last batch was sent.
   */
  let underWay = 0;
  let sentAt = 0;
  const inFlight = new Set<string>();
  /** The number of calls, waiting or under way, for each idempotency key. */
  const keys = new Map<string, number>();

  function add(entry: Entry) {
    const { key, isRetry } = entry;
    const since = performance.now();
    const isSecond = key !== null && !isRetry && keys.has(key);
    if (key !== null) keys.set(key, (keys.get(key) ?? 0) + 1);
    waiting.push({
      ...entry,
      since,
      // the second call with a key waits for the first call at most `keyWaitMs`
      until: isSecond ? Math.min(entry.until, since + keyWaitMs) : entry.until,
      late: isSecond ? keyInUse : tooBusy,
      subjects: key === null ? entry.subjects : [...entry.subjects, `key ${key}`],
    });
  }

  const isReady = ({ subjects, shared }: Entry) =>
    ![...subjects, ...shared].some((subject) => inFlight.has(subject));

  function isGathering(): boolean {
    if (underWay === 0 || performance.now() - sentAt >= gatherMs) return false;
    return waiting.filter(isReady).length < gather;
  }

  function take(): readonly Waiting[] {
    const batch: Waiting[] = [];
    let weight = 0;
    const crowd = crowdIn(waiting.filter(isReady).slice(0, batchSize));
    keep((entry) => {
      const isWanted = crowd === null || entry.shared.includes(crowd);
      const hasSpace = batch.length < batchSize && weight + entry.weight <= batchWeight;
      const fits = isWanted && hasSpace && !entry.waits && !batch[0]?.waits;
      if (!isReady(entry) || (batch.length > 0 && !fits)) return true;
      for (const subject of entry.subjects) inFlight.add(subject);
      batch.push(entry);
      weight += entry.weight;
      return false;
    });
    for (const { shared } of batch) for (const subject of shared) inFlight.add(subject);
    if (batch[0]?.waits === false) {
      underWay++;
      sentAt = performance.now();
    }
    return batch;
  }

  function keep(stays: (entry: Waiting) => boolean) {
    const now = performance.now();
    waiting = waiting.filter((entry) => {
      const reason = reasonToDrop(entry, now);
      if (!reason) return stays(entry);
      forgetKey(entry);
      entry.reject(reason);
      return false;
    });
  }

  function forgetKey({ key }: Entry) {
    if (key === null) return;
    const others = (keys.get(key) ?? 1) - 1;
    if (others) keys.set(key, others);
    else keys.delete(key);
  }

  function end(entries: readonly Entry[]) {
    if (entries[0]?.waits === false) underWay--;
    for (const entry of entries) {
      for (const subject of [...entry.subjects, ...entry.shared]) inFlight.delete(subject);
      forgetKey(entry);
    }
  }

  return {
    length: () => waiting.length,
    isGathering,
    readySince: (of) =>
      waiting.find((entry) => isReady(entry) && (!of || entry.operation === of.operation))?.since ??
      Number.POSITIVE_INFINITY,
    add,
    take,
    end,
    sweep: () => keep(() => true),
    isIdle: () => waiting.length === 0 && inFlight.size === 0,
  };
}

/**
 * Returns the first shared subject of the oldest call, if at least two and at least half of the calls have
 * it; else null. The next batch then has only calls with this subject, and waits for the subject's row.
 */
function crowdIn(ready: readonly Entry[]): string | null {
  const subject = ready[0]?.shared[0];
  if (subject === undefined) return null;
  const alike = ready.filter(({ shared }) => shared.includes(subject));
  return alike.length > 1 && 2 * alike.length >= ready.length ? subject : null;
}

function reasonToDrop({ signal, until, late }: Waiting, now: number): Error | null {
  if (signal?.aborted) return new CallerGone();
  return until <= now ? new Failure(late) : null;
}
