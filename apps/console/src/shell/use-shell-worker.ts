"use client";
import { useEffect } from "react";
import { useLocale } from "use-intl/react";

/** How often a new worker is asked to take over, until it has. */
const AGAIN_MS = 2_000;

/**
 * Starts the console's service worker in the person's language, and reports what this page has loaded
 * already. Without one, for example because the browser does not trust a certificate, everything works but
 * the page for when there is no network.
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
      // a worker that hears from a page takes over; Chromium misses some of these calls
      again = setInterval(() => {
        report(known.waiting);
        if (!known.installing && !known.waiting) clearInterval(again);
      }, AGAIN_MS);
    };
    start().catch(() => {});
    return () => clearInterval(again);
  }, [locale]);
}
