"use client";
import { createContext, useContext, useEffect } from "react";

/**
 * How a side panel is held. `keys`: an open question uses the keys. `all`: the panel shows a text once, such
 * as a new secret, and only its own button closes it.
 */
export type Hold = "keys" | "all";

/** Holds the surrounding panel, and returns a function that releases it. */
export const PanelHold = createContext<(hold: Hold) => () => void>(() => () => {});

/** Keeps the surrounding side panel from closing or moving on; null releases it. */
export function useHoldPanel(hold: Hold | null): void {
  const take = useContext(PanelHold);
  useEffect(() => (hold ? take(hold) : undefined), [hold, take]);
}
