import { shareOf } from "@stampbook/db";
import { Failure, tooBusy } from "../failures.ts";
import type { BatchLimits } from "./limits.ts";
import { createLine, type Entry, type Line, type Waiting } from "./line.ts";
import type { Place, Statement } from "./statement.ts";

/** The statement and the place that all calls of a batch have in common. */
export type Target = {
  readonly statement: Statement<unknown, unknown, unknown>;
  readonly place: Place;
};

/**
 * Calls that are sent in one statement. `sentAt` is the time, by `performance.now`; `since` is when the oldest
 * of them arrived.
 */
export type Batch = Target & {
  readonly since: number;
  readonly entries: readonly Waiting[];
  readonly line: Line;
  readonly sentAt: number;
};

/**
 * A batch that has been under way for so long is stuck, such as behind a locked table. It uses no slot, and
 * its line waits for it. A call that waits for its row alone is not stuck.
 */
const STUCK_MS = 250;
const isStuck = ({ sentAt, entries }: Batch) =>
  entries[0]?.waits === false && performance.now() - sentAt > STUCK_MS;

/**
 * The calls that wait for a slot: permission to run one statement. Merchants take turns, and `shareOf` limits
 * the slots of each. Of a merchant's calls that can be sent, the oldest is sent first. Stuck statements use no
 * slot.
 */
export type Queue = {
  /** Adds a call. Throws `overloaded` if too many wait. */
  readonly add: (target: Target, entry: Entry) => void;
  /** Removes and returns the next batch, or null. Its slot and its subjects are in use until `end`. */
  readonly take: () => Batch | null;
  readonly end: (batch: Batch) => void;
  /** Rejects calls that are late or whose caller has gone. Returns how many calls still wait. */
  readonly sweep: () => number;
  /**
   * How long the oldest call of a merchant that an operation made has waited for a slot, or for a stuck
   * statement, in milliseconds; 0 if none waits.
   */
  readonly waitedMs: (merchantId: number, operation?: string) => number;
  /** How many calls wait. */
  readonly length: () => number;
};

type Merchant = {
  /** The merchant's statements under way. */
  readonly underWay: Set<Batch>;
  /** The number of the merchant's calls that wait for a slot or a subject. */
  waiting: number;
  readonly lines: Map<string, Target & { readonly line: Line }>;
};

/** The number of slots that a merchant uses. */
const slotsOf = ({ underWay }: Merchant) => [...underWay].filter((batch) => !isStuck(batch)).length;

/** Makes an empty queue. */
export function createQueue(limits: BatchLimits): Queue {
  /** The merchants in the order of their turns. */
  const merchants = new Map<number, Merchant>();
  let waiting = 0;

  function add(target: Target, entry: Entry) {
    const { merchantId, offsetMs } = target.place;
    const merchant = merchants.get(merchantId) ?? {
      underWay: new Set(),
      waiting: 0,
      lines: new Map(),
    };
    if (waiting >= limits.queue || merchant.waiting >= limits.merchantQueue)
      throw new Failure(tooBusy);
    const name = `${target.statement.name} ${offsetMs}`;
    const line = merchant.lines.get(name) ?? { ...target, line: createLine(limits) };
    merchants.set(merchantId, merchant);
    merchant.lines.set(name, line);
    count(merchant, line.line, () => line.line.add(entry));
  }

  /** Applies `change` to a line, and updates the numbers of waiting calls. */
  function count<Result>(merchant: Merchant, line: Line, change: () => Result): Result {
    const before = line.length();
    const result = change();
    merchant.waiting += line.length() - before;
    waiting += line.length() - before;
    return result;
  }

  function take(): Batch | null {
    const used = [...merchants.values()].reduce((sum, merchant) => sum + slotsOf(merchant), 0);
    if (waiting === 0 || used >= limits.slots) return null;
    for (const [id, merchant] of merchants) {
      const most = shareOf(limits.slots, waiting > merchant.waiting);
      const batch = slotsOf(merchant) >= most ? null : takeFrom(merchant);
      if (!batch) continue;
      merchant.underWay.add(batch);
      merchants.delete(id);
      merchants.set(id, merchant);
      return batch;
    }
    return null;
  }

  function takeFrom(merchant: Merchant): Batch | null {
    const stuck = new Set([...merchant.underWay].filter(isStuck).map(({ line }) => line));
    const lines = [...merchant.lines.values()]
      .filter(({ line }) => !line.isGathering() && !stuck.has(line))
      .map((each) => ({ ...each, since: each.line.readySince() }));
    lines.sort((one, other) => one.since - other.since);
    for (const { line, ...target } of lines) {
      const entries = count(merchant, line, line.take);
      if (entries.length) return { ...target, line, entries, sentAt: performance.now() };
    }
    return null;
  }

  function end(batch: Batch) {
    const { place, line, entries } = batch;
    line.end(entries);
    const merchant = merchants.get(place.merchantId);
    if (!merchant) return;
    merchant.underWay.delete(batch);
    for (const [name, { line }] of merchant.lines) if (line.isIdle()) merchant.lines.delete(name);
    if (!merchant.underWay.size && !merchant.waiting) merchants.delete(place.merchantId);
  }

  function sweep(): number {
    for (const [id, merchant] of merchants) {
      for (const { line } of merchant.lines.values()) count(merchant, line, line.sweep);
      if (!merchant.underWay.size && !merchant.waiting) merchants.delete(id);
    }
    return waiting;
  }

  function waitedMs(merchantId: number, operation?: string): number {
    const merchant = merchants.get(merchantId);
    const lines = [...(merchant?.lines.values() ?? [])];
    const stuck = [...(merchant?.underWay ?? [])].filter(
      (batch) => isStuck(batch) && batch.entries.some((entry) => entry.operation === operation),
    );
    const since = Math.min(
      ...lines.map(({ line }) => line.readySince({ operation })),
      ...stuck.map(({ sentAt }) => sentAt),
    );
    return Number.isFinite(since) ? performance.now() - since : 0;
  }

  return { add, take, end, sweep, waitedMs, length: () => waiting };
}
