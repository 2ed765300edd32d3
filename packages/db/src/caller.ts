import { AsyncLocalStorage } from "node:async_hooks";

/** The caller of the current work. */
export type Caller = {
  /** Aborts when nobody waits for the outcome any more; undefined if that never happens. */
  readonly signal: AbortSignal | undefined;
  /** For which merchant the work is done; absent until that is known, or if it is for none. */
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

/** The caller turns out to be of this merchant: the rest of the current work is done for it. */
export function setCallerMerchant(merchantId: number): void {
  const caller = callers.getStore();
  if (caller) caller.merchantId = merchantId;
}

/** The signal of the current caller; undefined if the work has no caller that can disconnect. */
export function callerSignal(): AbortSignal | undefined {
  return callers.getStore()?.signal;
}

/** For which merchant the current work is done; null if it is for none, or not known yet. */
export function callerMerchant(): number | null {
  return callers.getStore()?.merchantId ?? null;
}
