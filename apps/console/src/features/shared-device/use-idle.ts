import { useEffect } from "react";
import { noteInput, sinceLastInput } from "./last-input.ts";

const inputs = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"] as const;
const EVERY_MS = 1_000;

/**
 * Calls `onIdle` when nobody has used the console for `minutes`, and each second while that lasts. Never
 * calls it if `minutes` is null.
 */
export function useIdle(minutes: number | null, onIdle: () => void): void {
  useEffect(() => {
    if (minutes === null) return;
    let noted = 0;
    const look = () => {
      if (sinceLastInput() < minutes * 60_000) return false;
      onIdle();
      return true;
    };
    // Input after the time is up locks the page, and is not noted. The timer may be late: it does not run
    // while a computer sleeps.
    const note = () => {
      if (Date.now() - noted < EVERY_MS || look()) return;
      noted = Date.now();
      noteInput();
    };
    note();
    for (const input of inputs) addEventListener(input, note, { capture: true, passive: true });
    const timer = setInterval(look, EVERY_MS);
    return () => {
      clearInterval(timer);
      for (const input of inputs) removeEventListener(input, note, { capture: true });
    };
  }, [minutes, onIdle]);
}
