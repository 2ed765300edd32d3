import { AsyncLocalStorage } from "node:async_hooks";

/** The caller of the current work. */
export type Caller = {
  /** Aborts when nobody waits for the outcome any more; undefined if that never happens. */
  readonly signal: AbortSignal | undefined;
};

const callers = new AsyncLocalStorage<Caller>();

/** Runs work for a caller. Parts not yet started when the caller disconnects are not started. */
export function withCaller<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** Runs work that several callers share, or that must finish even if its caller disconnects. */
export function withoutCaller<Result>(work: () => Result): Result {
  return callers.run({ signal: undefined }, work);
}

/** The signal of the current caller; undefined if the work has no caller that can disconnect. */
export function callerSignal(): AbortSignal | undefined {
  return callers.getStore()?.signal;
}
