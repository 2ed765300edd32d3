import { useSyncExternalStore } from "react";

const nothing = () => () => {};

/**
 * Whether the page's scripts run. Before that, the browser would submit a form itself, and the input
 * would be lost.
 */
export function useIsReady(): boolean {
  return useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
}
