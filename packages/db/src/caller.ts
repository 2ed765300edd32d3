import { AsyncLocalStorage } from "node:async_hooks";

/** For whom work is done. */
export type Caller = {
  /** Aborts when nobody waits for the outcome any more; undefined where that is never so. */
  readonly signal: AbortSignal | undefined;
};

const callers = new AsyncLocalStorage<Caller>();

/** Runs work for a caller: what it has not begun when the caller has gone is not begun. */
export function withCaller<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Runs work that several callers share, or that must be finished whoever has gone meanwhile. */
export function withoutCaller<Result>(work: () => Result): Result {
  return callers.run({ signal: undefined }, work);
}

/** The signal of whoever the work at hand is done for; undefined where nobody can go. */
export function callerSignal(): AbortSignal | undefined {
  return callers.getStore()?.signal;
}
