"use client";
import { useLayoutEffect } from "react";
import { repeatEarly } from "./repeat.ts";

/** Does what was entered and pressed before the page's scripts had come, once they have. */
export function Early() {
  useLayoutEffect(() => {
    const { early } = window;
    if (!early) return;
    window.early = undefined;
    void repeatEarly(early);
  }, []);
  return null;
}
