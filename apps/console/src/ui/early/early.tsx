"use client";
import { useLayoutEffect } from "react";
import { repeatEarly } from "./repeat.ts";

/** Replays the input that was made before the page's scripts had loaded. */
export function Early() {
  useLayoutEffect(() => {
    const { early } = window;
    if (!early) return;
    window.early = undefined;
    void repeatEarly(early);
  }, []);
  return null;
}
