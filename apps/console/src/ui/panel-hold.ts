"use client";
import { createContext, useContext, useEffect } from "react";

/** `keys`: a question is open, and keys are its own. `all`: what is shown once, left by its own button alone. */
export type Hold = "keys" | "all";

/** Tells the panel around that it is held, and gives back how to let go. */
export const PanelHold = createContext<(hold: Hold) => () => void>(() => () => {});

/** Keeps the side panel around this from being closed or moved on by the way; null lets go. */
export function useHoldPanel(hold: Hold | null): void {
  const take = useContext(PanelHold);
  useEffect(() => (hold ? take(hold) : undefined), [hold, take]);
}
