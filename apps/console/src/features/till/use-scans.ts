"use client";
import { useEffect, useRef } from "react";

/** A scanner's keys come faster than anybody's fingers. */
const MOST_MS_BETWEEN = 35;
/** Two keys may fall together by chance, and Enter right behind them. */
const FEWEST_KEYS = 3;

type Scans = {
  /** A key that may be the first of a scan: what it does may have to be put back. */
  onStart: () => void;
  /** A scan and the place that it was typed into; false where it is to be taken as typed. */
  onScan: (code: string, at: Element) => boolean;
  onEscape: () => void;
};

/** Whether the key belongs to something else on the page: another field, or what lies above. */
function isElsewhere(target: Element, home: Element | null) {
  if (home?.contains(target)) return false;
  return target.matches(":read-write") || target.closest("[popover], [role=dialog]") !== null;
}

/**
 * Tells a scanner from fingers, wherever the focus is: keys in quick succession that end in Enter. What
 * is scanned does not press what has the focus.
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
    // before the focused button or field hears of the key
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [home]);
}
