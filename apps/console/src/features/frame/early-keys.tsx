"use client";
import { useEffect } from "react";

let early = "";

/** Returns the keys that were typed while the palette loaded, with `\n` for Enter. Then clears them. */
export function takeEarlyKeys(): string {
  const typed = early;
  early = "";
  return typed;
}

/** Replaces the palette while it loads, and stores the keys that are typed meanwhile. */
export function EarlyKeys() {
  useEffect(() => {
    early = "";
    const keep = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === "Backspace") early = early.slice(0, -1);
      else if (key === "Enter") early += "\n";
      else if (key.length === 1) early += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, []);
  return null;
}
