"use client";
import { createContext, useContext, useEffect } from "react";

/**
 * How a component holds its side panel. `keys`: Esc and the arrow keys do nothing, because an open question
 * uses the keys. `all`: only the component's own button closes the panel, which shows a text once, such as a
 * new secret.
 */
export type Hold = "keys" | "all";

/**
 * The context whose function holds the surrounding panel. The function returns a function that releases the
 * panel.
 */
export const PanelHold = createContext<(hold: Hold) => () => void>(() => () => {});

/** Holds the surrounding side panel while the component is shown, see `Hold`. Null releases the panel. */
export function useHoldPanel(hold: Hold | null): void {
  const take = useContext(PanelHold);
  useEffect(() => (hold ? take(hold) : undefined), [hold, take]);
}
