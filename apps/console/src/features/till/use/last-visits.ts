"use client";
import { useRef, useState } from "react";
import type { Done, Till } from "../state/types.ts";

type Past = { readonly done: Done | null } | null;

/**
 * Returns the state of the list of last visits and of the past receipt that is open. Opening a past receipt
 * does not change the current visit. While an undo runs, its receipt stays open. If a code is scanned
 * meanwhile, the receipt stays open until staff leave it, so that they see the result of the undo.
 */
export function useLastVisits(undo: Till["undo"]) {
  const [past, setState] = useState<Past>(null);
  const setPast = (next: Past) => {
    if (undo !== "running") setState(next);
  };
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element | null>(null);
  return {
    button,
    isOpen: past !== null,
    done: past?.done ?? null,
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
    /**
     * Wraps an action of the visit at the till. Closes the receipt and the list first, unless staff have not
     * yet seen the outcome of an undo.
     */
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
