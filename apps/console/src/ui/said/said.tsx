"use client";
import { useEffect, useSyncExternalStore } from "react";
import css from "./said.module.css";

/** How long a text stays: long enough to read two lines. */
const SHOWN_MS = 6_000;

type Said = { readonly text: string } | null;

let said: Said = null;
const listeners = new Set<() => void>();

function set(next: Said): void {
  said = next;
  for (const listener of listeners) listener();
}

/** Says that something is done, in the corner of the screen. The text stays if the page is left meanwhile. */
export function say(text: string): void {
  set({ text });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows what was said last. Screen readers read it in turn. */
export function SaidText() {
  const now = useSyncExternalStore(
    subscribe,
    () => said,
    () => null,
  );
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => set(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div aria-live="polite" className={css.said}>
      {now ? <p>{now.text}</p> : null}
    </div>
  );
}
