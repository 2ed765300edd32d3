import { AsyncLocalStorage } from "node:async_hooks";

/** The caller of the current work. */
export type Caller = {
  /** Aborts when the caller stops waiting; undefined for a caller that always waits. */
  readonly signal: AbortSignal | undefined;
  /** The merchant that the work is done for. Absent while unknown, and for work without a merchant. */
  readonly merchantId?: number;
  /** What the caller asked for, such as the path of a request. Absent for work without a call. */
  readonly operation?: string;
  /**
   * The spans that the work is traced in; several for a statement that serves several calls. Only the tracing of
   * the process reads them. Absent if nothing is traced.
   */
  readonly spans?: readonly object[] | undefined;
};

type Stored = Omit<Caller, "merchantId"> & { merchantId?: number };

const callers = new AsyncLocalStorage<Stored>();

/** Runs work for a caller. Statements not yet sent when the caller's signal aborts fail with `CallerGone`. */
export function withCaller<Result>(caller: Caller, work: () => Result): Result {
  return callers.run({ ...caller }, work);
}

/**
 * Runs work without the caller's signal. For work that several callers share, or that must finish after its
 * caller disconnects. The caller's merchant stays set.
 */
export function withoutCaller<Result>(work: () => Result): Result {
  return callers.run({ ...callers.getStore(), signal: undefined }, work);
}

/** Sets the merchant of the current caller for the rest of its work. Does nothing without a caller. */
export function setCallerMerchant(merchantId: number): void {
  const caller = callers.getStore();
  if (caller) caller.merchantId = merchantId;
}

/** Returns the signal of the current caller; undefined if the work has no caller that can disconnect. */
export function callerSignal(): AbortSignal | undefined {
  return callers.getStore()?.signal;
}

/** Returns the merchant that the current work is done for; null for work without a known merchant. */
export function callerMerchant(): number | null {
  return callers.getStore()?.merchantId ?? null;
}

/** Returns the spans that the current work is traced in; undefined if it is not traced. */
export function callerSpans(): readonly object[] | undefined {
  return callers.getStore()?.spans;
}

/** Returns what the current caller asked for; undefined for work without a call. */
export function callerOperation(): string | undefined {
  return callers.getStore()?.operation;
}
