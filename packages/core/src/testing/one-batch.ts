import { Failure } from "../failures.ts";
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
  /** Calls that were made earlier have smaller ones. */
  readonly id: number;
  readonly send: (row: Row<Seen, Done>) => void;
  readonly fail: (error: unknown) => void;
};

/**
 * Sends all of `count` calls that have not ended in one statement, in the order in which they were
 * made. `idOf` is an id that the verb took for its call.
 */
export function oneBatch<Seen, Done>(
  { db }: OpenHarness,
  count: number,
  idOf: (call: never) => number = ({ redemption }: { readonly redemption: number }) => redemption,
): OneBatch<Seen, Done> {
  type Run = (calls: readonly unknown[]) => Promise<readonly Row<Seen, Done>[]>;
  let open = count;
  let pending: Pending<Seen, Done>[] = [];
  const batches: (readonly Row<Seen, Done>[])[] = [];
  /** By the call's id: when it ended. Of a batch the refused calls come before those done. */
  const ends = new Map<number, number>();
  let run: Run | undefined;
  const flush = async () => {
    if (!run || !pending.length || pending.length < open) return;
    const batch = pending.sort((one, other) => one.id - other.id);
    pending = [];
    try {
      const rows = await run(batch.map(({ call }) => call));
      batches.push(rows);
      for (const [n, { id, send }] of batch.entries()) {
        const row = rows[n];
        if (!row) throw new Error("a call has no row");
        ends.set(id, batches.length * 2 + (row.isDone ? 1 : 0));
        send(row);
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  };
  return {
    writing: {
      write: (of, call, { place }) =>
        new Promise((send, fail) => {
          run ??= (calls) => of.statement.run(db, place, calls as never, "skip") as never;
          pending.push({ call, id: idOf(call as never), send: send as never, fail });
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

const OWN =
  /^(id|.*Id|code|codeKey|name|email|memberId|referralCode|redeemedAt|createdOn|createdAt|canceledAt|subject|outcome)$/;

/** What two rows or answers that are alike have in common: no ids, names and moments. */
export function alike(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (OWN.test(key) && key !== "requestId" ? undefined : part)),
  );
}

/** The answer of a call as `alike` has it, or the refusal's code, rule and field. */
export async function answerOf(call: Promise<object>): Promise<unknown> {
  try {
    return alike(await call);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, rule, field } = error.refusal;
    return { code, rule, field };
  }
}
