import { AsyncLocalStorage } from "node:async_hooks";

/** The caller of the current work. */
export type Caller = {
  /** Aborts when the caller stops waiting for the outcome; undefined if it never does. */
  readonly signal: AbortSignal | undefined;
  /** The merchant that the work is done for. Absent until it is known, or if there is none. */
  readonly merchantId?: number;
};

const callers = new AsyncLocalStorage<{ signal: AbortSignal | undefined; merchantId?: number }>();

/** Runs work for a caller. Parts not yet started when the caller disconnects are not started. */
export function withCaller<Result>(caller: Caller, work: () => Result): Result {
  return callers.run({ ...caller }, work);
}

/**
 * Runs work that several callers share, or that must finish even if its caller disconnects. It is
 * still done for the caller's merchant.
 */
export function withoutCaller<Result>(work: () => Result): Result {
  return callers.run({ ...callers.getStore(), signal: undefined }, work);
}

/** Records that the caller belongs to this merchant. The rest of the current work is done for it. */
export function setCallerMerchant(merchantId: number): void {
  const caller = callers.getStore();
  if (caller) caller.merchantId = merchantId;
}

/** The signal of the current caller; undefined if the work has no caller that can disconnect. */
export function callerSignal(): AbortSignal | undefined {
  return callers.getStore()?.signal;
}

/** The merchant that the current work is done for; null if there is none, or it is not known yet. */
export function callerMerchant(): number | null {
  return callers.getStore()?.merchantId ?? null;
}
