"use client";
import { useEffect } from "react";

let early = "";

/** Returns what was typed while the palette was loading, with `\n` for Enter, and forgets it. */
export function takeEarlyKeys(): string {
  const typed = early;
  early = "";
  return typed;
}

/** Stands in for the palette while it loads, and keeps what is typed meanwhile. */
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
