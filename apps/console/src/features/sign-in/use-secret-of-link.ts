"use client";
import { useSyncExternalStore } from "react";

function onHash(onChange: () => void) {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/**
 * Returns what stands after the `#` of the page's address. Browsers do not send that part, so no server can log
 * it. Null during server rendering.
 */
export function useFragment(): string | null {
  return useSyncExternalStore(
    onHash,
    () => window.location.hash.slice(1),
    () => null,
  );
}

/**
 * Returns the parameter `name` after the link's `#`. Empty if the link has no such parameter. Null during server
 * rendering.
 */
export function useSecretOfLink(name: "secret" | "token"): string | null {
  const fragment = useFragment();
  return fragment === null ? null : (new URLSearchParams(fragment).get(name) ?? "");
}
