"use client";
import { useSyncExternalStore } from "react";

/**
 * Returns the parameter `name` after the link's `#`. Browsers do not send that part, so no server can log it.
 * Empty if the link has no such parameter. Null during server rendering.
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
