"use client";
import { useRef, useState } from "react";
import type { Done } from "../state/types.ts";

/**
 * Returns the state of the list of last visits, and of the past receipt that is open. The visit at the till
 * does not change.
 */
export function useLastVisits() {
  const [past, setPast] = useState<{ readonly done: Done | null } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  return {
    ...{ button, isOpen: past !== null, done: past?.done ?? null },
    toggle: () => {
      setPast(past ? null : { done: null });
      button.current?.focus();
    },
    open: (done: Done) => {
      opener.current = document.activeElement;
      setPast({ done });
    },
    noteCanceled: (canceled: Done["canceled"]) =>
      setPast((now) => (now?.done ? { done: { ...now.done, canceled } } : now)),
    close: () => setPast(null),
    /** Wraps an action for the visit at the till, so that the receipt and the list are closed first. */
    before:
      <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) => {
        setPast(null);
        act(...args);
      },
    /** Closes the receipt, else the list. Returns whether one of them was open. */
    back: () => {
      if (!past) return false;
      setPast(past.done ? { done: null } : null);
      const from = past.done ? opener.current : button.current;
      if (from instanceof HTMLElement) from.focus();
      return true;
    },
  };
}

export type PastVisits = ReturnType<typeof useLastVisits>;
