"use client";
import { useEffect } from "react";

let early = "";

function keep(event: KeyboardEvent) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Backspace") early = early.slice(0, -1);
  else if (key === "Enter") early += "\n";
  else if (key.length === 1) early += key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Stores the keys that are typed from now on. Call it in the event that opens the palette: an effect is too
 * late.
 */
export function keepEarlyKeys() {
  early = "";
  window.addEventListener("keydown", keep, true);
}

/**
 * Returns the keys that were typed before the palette's field had the focus, with `\n` for Enter, and stops
 * storing.
 */
export function takeEarlyKeys(): string {
  window.removeEventListener("keydown", keep, true);
  const typed = early;
  early = "";
  return typed;
}

/** Replaces the palette while it loads. Stops storing keys if the palette is never shown. */
export function EarlyKeys() {
  useEffect(() => () => void takeEarlyKeys(), []);
  return null;
}
