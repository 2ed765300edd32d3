"use client";
import { createContext, useContext, useEffect } from "react";

/**
 * `keys`: an open question uses the keys. `all`: the panel shows something once, and closes only by its
 * own button.
 */
export type Hold = "keys" | "all";

/** Holds the surrounding panel. Returns a function that releases it. */
export const PanelHold = createContext<(hold: Hold) => () => void>(() => () => {});

/** Keeps the surrounding side panel from closing or moving on; null releases it. */
export function useHoldPanel(hold: Hold | null): void {
  const take = useContext(PanelHold);
  useEffect(() => (hold ? take(hold) : undefined), [hold, take]);
}
