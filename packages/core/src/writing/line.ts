import { CallerGone } from "@stampbook/db";
import { Failure, type Refusal, tooBusy } from "../failures.ts";
import { keyInUse } from "../retries/index.ts";
import type { BatchLimits } from "./limits.ts";

/** A call as it is queued. */
export type Entry = {
  readonly call: unknown;
  /** What the call changes. Two calls with a subject in common are never under way together. */
  readonly subjects: readonly string[];
  /** As in `Operation`. */
  readonly shared: readonly string[];
  /** As in `Operation`. */
  readonly weight: number;
  /** Whether the call is sent alone, and waits for locks. */
  readonly waits: boolean;
  /** When the call is rejected if it was not sent by then, in milliseconds of `performance.now`. */
  readonly until: number;
  readonly key: string | null;
  /**
   * Whether it was sent before. Then it may wait longer than `keyWaitMs` behind another call with its key.
   */
  readonly isRetry: boolean;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal | undefined;
  readonly resolve: (row: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Waiting = Entry & {
  readonly since: number;
  /** The refusal if the call is not sent in time. */
  readonly late: Refusal;
};

/** Calls of one merchant and operation that wait, the oldest first. */
export type Line = {
  readonly length: () => number;
  /** When the oldest call arrived that can go now, by `performance.now`; `Infinity` if none can go. */
  readonly readySince: () => number;
  /** Whether its calls should wait for a batch under way, so that more go together (`batchLimits.gather`). */
  readonly isGathering: () => boolean;
  readonly add: (entry: Entry) => void;
  /** Takes out calls that can go together now. Their subjects are in flight until `end`. */
  readonly take: () => readonly Entry[];
  readonly end: (entries: readonly Entry[]) => void;
  /** Rejects calls that are late or whose caller has gone. */
  readonly sweep: () => void;
  /** Whether nothing waits or is under way. */
  readonly isIdle: () => boolean;
};

/** Makes an empty line. */
export function createLine(limits: BatchLimits): Line {
  const { batchSize, batchWeight, keyWaitMs, gather, gatherMs } = limits;
  let waiting: Waiting[] = [];
  /** Batches under way that do not wait for locks, and when the last of them was sent. */
  let underWay = 0;
  let sentAt = 0;
  const inFlight = new Set<string>();
  /** How many calls, waiting or under way, have an idempotency key. */
  const keys = new Map<string, number>();

  function add(entry: Entry) {
    const { key, isRetry } = entry;
    const since = performance.now();
    const isSecond = key !== null && !isRetry && keys.has(key);
    if (key !== null) keys.set(key, (keys.get(key) ?? 0) + 1);
    waiting.push({
      ...entry,
      since,
      // the second call with a key waits for the first one for `keyWaitMs` at most
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

  function take(): readonly Entry[] {
    const batch: Entry[] = [];
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
    readySince: () => waiting.find(isReady)?.since ?? Number.POSITIVE_INFINITY,
    add,
    take,
    end,
    sweep: () => keep(() => true),
    isIdle: () => waiting.length === 0 && inFlight.size === 0,
  };
}

/**
 * The subject that the oldest call shares with at least half of the calls; null if there is none. Only the
 * calls with this subject are then sent together, and wait for its row.
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
