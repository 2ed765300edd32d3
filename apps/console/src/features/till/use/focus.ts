"use client";
import { type RefObject, useEffect } from "react";

const controls = "a, button, input, select, textarea, label, summary, [role=option], [popover]";

/**
 * Whether the till may focus fields. False on a touch screen, where that would open the on-screen keyboard.
 */
export const hasKeyboard = () =>
  typeof window === "undefined" || !window.matchMedia("(pointer: coarse)").matches;

/** Whether a dialog covers the till, such as the palette. */
export const isCovered = () => document.querySelector("[role=dialog]") !== null;

/** Moves the focus back to the till's field after a click on empty space, so that typing continues there. */
export function useKeptFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const isControl = target instanceof Element && target.closest(controls) !== null;
      const isSelecting = window.getSelection()?.isCollapsed === false;
      if (!isControl && !isSelecting && !isCovered() && hasKeyboard()) field.current?.focus();
    };
    // a menu that closes leaves no element with the focus, so the field gets it
    const onToggle = ({ newState }: ToggleEvent) => {
      if (newState === "closed" && document.activeElement === document.body && hasKeyboard())
        field.current?.focus();
    };
    document.addEventListener("click", onClick);
    document.addEventListener("toggle", onToggle as EventListener, true);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("toggle", onToggle as EventListener, true);
    };
  }, [field]);
}
