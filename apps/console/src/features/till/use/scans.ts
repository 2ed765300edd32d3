"use client";
import { useEffect, useRef } from "react";

/** A scanner sends keys faster than a person types. */
const MOST_MS_BETWEEN = 35;
/** Two keys can be this close by chance, with Enter right after them. */
const FEWEST_KEYS = 3;

type Scans = {
  /** A key that may be the first of a scan. Its effect may have to be undone. */
  onStart: () => void;
  /** A scan and the element that received it. Returns false to treat it as typed. */
  onScan: (code: string, target: Element) => boolean;
  onEscape: () => void;
};

/** Whether the key belongs to another element of the page: another field, or an overlay. */
function isElsewhere(target: Element, home: Element | null) {
  if (home?.contains(target)) return false;
  return target.matches(":read-write") || target.closest("[popover], [role=dialog]") !== null;
}

/**
 * Distinguishes a scanner from typing, regardless of the focus: fast keys that end in Enter. A scan
 * does not press the focused button.
 */
export function useScans(home: { readonly current: Element | null }, scans: Scans) {
  const known = useRef(scans);
  useEffect(() => {
    known.current = scans;
  });
  useEffect(() => {
    let code = "";
    let last = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      if (!(target instanceof Element) || isElsewhere(target, home.current)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
      const isFast = timeStamp - last < MOST_MS_BETWEEN;
      if (key.length === 1) {
        if (!isFast) {
          code = "";
          known.current.onStart();
          // a shortcut, or a space that presses the button
        } else if (!target.matches(":read-write")) event.preventDefault();
        code += key;
        last = timeStamp;
        return;
      }
      const scanned = key === "Enter" && isFast && code.length >= FEWEST_KEYS ? code : null;
      code = "";
      if (scanned && known.current.onScan(scanned, target)) event.preventDefault();
      if (key === "Escape") known.current.onEscape();
    };
    // before the focused button or field receives the key
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [home]);
}
