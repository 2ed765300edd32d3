"use client";
import { useRef, useState } from "react";
import type { Done, Till } from "../state/types.ts";

type Past = { readonly done: Done | null } | null;

/**
 * Returns the state of the list of last visits, and of the past receipt that is open. The visit at the till
 * does not change. While an undo runs, its receipt stays. A scan does not close it before its outcome is seen.
 */
export function useLastVisits(undo: Till["undo"]) {
  const [past, setState] = useState<Past>(null);
  const setPast = (next: Past) => {
    if (undo !== "running") setState(next);
  };
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
      setState((now) => (now?.done ? { done: { ...now.done, canceled } } : now)),
    close: () => setPast(null),
    /** Wraps an action for the visit at the till, so that the receipt and the list are closed first. */
    before:
      <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) => {
        if (undo === "none") setPast(null);
        act(...args);
      },
    /** Closes the receipt, else the list. Returns whether one of them was open. */
    back: () => {
      if (!past) return false;
      if (undo === "running") return true;
      setPast(past.done ? { done: null } : null);
      const from = past.done ? opener.current : button.current;
      if (from instanceof HTMLElement) from.focus();
      return true;
    },
  };
}

export type PastVisits = ReturnType<typeof useLastVisits>;
