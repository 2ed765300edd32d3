"use client";
import { useSyncExternalStore } from "react";

/**
 * Returns the parameter `name` after the link's `#`, which no server sees, and so no server's log. Empty for a
 * link without it, and null during server rendering.
 */
export function useSecretOfLink(name: "secret" | "token"): string | null {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener("hashchange", onChange);
      return () => window.removeEventListener("hashchange", onChange);
    },
    () => new URLSearchParams(window.location.hash.slice(1)).get(name) ?? "",
    () => null,
  );
}
