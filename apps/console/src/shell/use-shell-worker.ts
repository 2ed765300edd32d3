"use client";
import { useEffect } from "react";
import { useLocale } from "use-intl/react";

/** How often a new worker is asked to take over, until it has done so. */
const AGAIN_MS = 2_000;

/**
 * Starts the console's service worker in the person's language. Sends it the addresses of the files that this
 * page has already loaded. Some browsers start no worker, for example if they do not trust the certificate.
 * Then only the page to show without a network is missing.
 */
export function useShellWorker(): void {
  const locale = useLocale();
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    let again: ReturnType<typeof setInterval> | undefined;
    const report = (worker: ServiceWorker | null) =>
      worker?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
    const start = async () => {
      await serviceWorker.register(`/sw.js?locale=${locale}`);
      const known = await serviceWorker.ready;
      report(known.active);
      // a message makes a waiting worker take over; repeated, because Chromium misses some of these calls
      again = setInterval(() => {
        report(known.waiting);
        if (!known.installing && !known.waiting) clearInterval(again);
      }, AGAIN_MS);
    };
    start().catch(() => {});
    return () => clearInterval(again);
  }, [locale]);
}
