import type { httpLink } from "@trpc/client";

/** Longer than a healthy service needs, shorter than a person waits at a till. */
const PATIENCE_MS = 10_000;

/**
 * Returns a signal that aborts a call after `PATIENCE_MS` or with `other`, so that it fails like a lost
 * connection.
 */
export function outOfPatience(other?: AbortSignal | null): AbortSignal {
  // not `AbortSignal.timeout`, because a test can only advance the page's own timers
  const over = new AbortController();
  const end = () => over.abort();
  setTimeout(end, PATIENCE_MS);
  other?.addEventListener("abort", end);
  return over.signal;
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]["fetch"]>;

/** A fetch that is aborted after `PATIENCE_MS`, for calls that can be repeated. */
export const patiently: Fetch = (url, options) =>
  fetch(url, { ...options, signal: outOfPatience(options?.signal) });
