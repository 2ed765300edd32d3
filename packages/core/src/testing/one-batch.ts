import type { Row, Writing } from "../foundation/writing/index.ts";
import type { OpenHarness } from "./open-harness.ts";

/** A `Writing` that sends calls together, and the rows that the statements returned. */
export type OneBatch<Seen, Done> = {
  readonly writing: Writing;
  /** Must be called when a call has ended. */
  readonly end: () => void;
  /** The rows that each statement returned, in the order of the statements. */
  readonly batches: readonly (readonly Row<Seen, Done>[])[];
  /** Returns the indexes of the calls. In this order, calls made one at a time have the same results. */
  readonly order: () => readonly number[];
};

type Pending<Seen, Done> = {
  readonly call: unknown;
  readonly number: number;
  readonly send: (row: Row<Seen, Done>) => void;
  readonly fail: (error: unknown) => void;
};

/** Returns the number of a call. Later calls have larger numbers. */
export type NumberOf = (call: never) => number;

const redemptionOf = ({ redemption }: { readonly redemption: number }) => redemption;

/**
 * Collects calls until all of the `count` calls wait or have ended. Then sends the waiting calls in one
 * statement, in the order of their numbers.
 */
export function oneBatch<Seen, Done>(
  { db }: OpenHarness,
  count: number,
  numberOf: NumberOf = redemptionOf,
): OneBatch<Seen, Done> {
  type Run = (calls: readonly unknown[]) => Promise<readonly Row<Seen, Done>[]>;
  let open = count;
  let pending: Pending<Seen, Done>[] = [];
  const batches: (readonly Row<Seen, Done>[])[] = [];
  /**
   * The order in which calls ended, by the call's number: a larger value means later. In a batch, done calls
   * count as later than calls that were not done.
   */
  const ends = new Map<number, number>();
  let run: Run | undefined;
  const flush = async () => {
    if (!run || !pending.length || pending.length < open) return;
    const batch = pending.sort((one, other) => one.number - other.number);
    pending = [];
    try {
      const rows = await run(batch.map(({ call }) => call));
      batches.push(rows);
      for (const [n, { number, send }] of batch.entries()) {
        const row = rows[n];
        if (!row) throw new Error("a call has no row");
        ends.set(number, batches.length * 2 + (row.isDone ? 1 : 0));
        send(row);
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };
  return {
    writing: {
      write: (operation, call, { place }) =>
        new Promise((send, fail) => {
          run ??= (calls) => operation.statement.run(db, place, calls as never, "skip") as never;
          const number = numberOf(call as never);
          pending.push({ call, number, send: send as never, fail });
          void flush();
        }),
      waitedMs: () => 0,
    },
    batches,
    end: () => {
      open--;
      void flush();
    },
    order: () => {
      const times = [...ends].sort(([one], [other]) => one - other).map(([, time]) => time);
      const time = (index: number) => times[index] ?? 0;
      return [...times.keys()].sort((one, other) => time(one) - time(other) || one - other);
    },
  };
}
