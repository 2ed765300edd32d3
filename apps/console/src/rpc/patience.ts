import type { httpLink } from "@trpc/client";

/** Longer than a healthy service needs, shorter than a person waits at a till. */
const PATIENCE_MS = 10_000;

/** Aborts a call that is not answered in time, like a lost connection. */
export function outOfPatience(other?: AbortSignal | null): AbortSignal {
  // a timer of the page, so that a test can advance it
  const over = new AbortController();
  const end = () => over.abort();
  setTimeout(end, PATIENCE_MS);
  other?.addEventListener("abort", end);
  return over.signal;
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]["fetch"]>;

/** A fetch with that limit, for calls that can be repeated. */
export const patiently: Fetch = (url, options) =>
  fetch(url, { ...options, signal: outOfPatience(options?.signal) });
