"use client";
import { useEffect } from "react";
import { useLocale } from "use-intl/react";

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
    const start = async () => {
      await serviceWorker.register(`/sw.js?locale=${locale}`);
      const { active } = await serviceWorker.ready;
      active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
    };
    start().catch(() => {});
  }, [locale]);
}
