"use client";
import { type RefObject, useEffect } from "react";

const controls = "a, button, input, select, textarea, label, summary, [role=option], [popover]";

/** Whether the till may focus fields; on a touch screen, that would open the on-screen keyboard. */
export const hasKeyboard = () =>
  typeof window === "undefined" || !window.matchMedia("(pointer: coarse)").matches;

/** A click on empty space leaves the focus in the till's field, so that typing goes on there. */
export function useKeptFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const isControl = target instanceof Element && target.closest(controls) !== null;
      const isSelecting = window.getSelection()?.isCollapsed === false;
      const isOver = document.querySelector("[role=dialog]") !== null;
      if (!isControl && !isSelecting && !isOver && hasKeyboard()) field.current?.focus();
    };
    // a menu that closes leaves the focus nowhere, so the field takes it
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
