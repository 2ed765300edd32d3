"use client";
import { useEffect, useRef } from "react";

/**
 * Returns a reference for the button that opens a form in its own place. When the form closes, the button gets
 * the focus. If the button is gone, the page's content gets it, so that the keyboard goes on from there.
 */
export function useFocusBack<Opener extends HTMLElement = HTMLButtonElement>(isOpen: boolean) {
  const opener = useRef<Opener>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen)
      (opener.current ?? document.getElementById("content"))?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

/**
 * For a form or button that goes away once its work is done: if that leaves no element with the focus, the open
 * panel or the page's content gets it.
 */
export function useFocusKept(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const here = document.querySelector("[role=dialog]") ?? document.getElementById("content");
        if (here instanceof HTMLElement) here.focus({ preventScroll: true });
      });
    },
    [],
  );
}
