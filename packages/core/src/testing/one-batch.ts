import type { Row, Writing } from "../writing/index.ts";
import type { OpenHarness } from "./open-harness.ts";

/** Calls that go together, and what their statements answered. */
export type OneBatch<Seen, Done> = {
  readonly writing: Writing;
  /** To be called when a call has been answered. */
  readonly end: () => void;
  /** What each statement answered, in the order in which they ran. */
  readonly batches: readonly (readonly Row<Seen, Done>[])[];
  /** The calls by index, in an order in which they could have gone one after the other. */
  readonly order: () => readonly number[];
};

type Pending<Seen, Done> = {
  readonly call: unknown;
  readonly number: number;
  readonly send: (row: Row<Seen, Done>) => void;
  readonly fail: (error: unknown) => void;
};

/** The number of a call. Calls that are made later have larger numbers. */
export type NumberOf = (call: never) => number;

const redemptionOf = ({ redemption }: { readonly redemption: number }) => redemption;

/**
 * Gathers calls until all of the `count` calls that have not ended are there. Then sends them in one
 * statement, in the order in which they were made.
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
  /** When each call ended, by its number. In a batch the calls that were not done come before those done. */
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
