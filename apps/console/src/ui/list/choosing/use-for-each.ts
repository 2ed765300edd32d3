import { useState } from "react";
import { type Failed, failureOf, unanswered } from "../../../rpc/failure.ts";

/** The progress of an action on chosen rows, one after another. */
export type Run<Row> = {
  readonly done: number;
  readonly of: number;
  readonly isRunning: boolean;
  readonly failed: readonly { readonly row: Row; readonly failure: Failed }[];
};

/** Codes of failures that end a run, because the next call would fail in the same way. */
const ends = new Set([...unanswered, "signed_out"]);

/**
 * Calls `change` for one row after another, then `onEnd`. A refused row does not stop the run. A failure
 * whose code is in `ends` stops it, and the remaining rows are not tried.
 */
export function useForEach<Row>(onEnd: () => Promise<unknown>) {
  const [run, setRun] = useState<Run<Row> | null>(null);
  async function start(rows: readonly Row[], change: (row: Row) => Promise<unknown>) {
    let state: Run<Row> = { done: 0, of: rows.length, isRunning: true, failed: [] };
    setRun(state);
    for (const row of rows) {
      try {
        await change(row);
        state = { ...state, done: state.done + 1 };
      } catch (error) {
        const failure = failureOf(error);
        state = { ...state, failed: [...state.failed, { row, failure }] };
        if (ends.has(failure.code)) break;
      }
      setRun(state);
    }
    await onEnd().catch(() => {});
    setRun({ ...state, isRunning: false });
  }
  return { run, start, forget: () => setRun(null) };
}
