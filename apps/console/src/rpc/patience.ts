import type { httpLink } from "@trpc/client";

/** Longer than a healthy service needs, shorter than somebody waits at a till. */
const PATIENCE_MS = 10_000;

/** Ends a call that is not answered in time, as a line does that is cut. */
export function outOfPatience(other?: AbortSignal | null): AbortSignal {
  // a timer of the page's own, which a test can set on
  const over = new AbortController();
  const end = () => over.abort();
  setTimeout(end, PATIENCE_MS);
  other?.addEventListener("abort", end);
  return over.signal;
}

type Fetch = NonNullable<Parameters<typeof httpLink>[0]["fetch"]>;

/** Fetches what can be asked again as well. */
export const patiently: Fetch = (url, options) =>
  fetch(url, { ...options, signal: outOfPatience(options?.signal) });
