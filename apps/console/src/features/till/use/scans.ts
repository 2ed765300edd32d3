"use client";
import { type RefObject, useEffect, useRef } from "react";
import { places } from "../../frame/places.ts";

/** The longest time between two keys of a scan: a scanner sends keys faster than a person types. */
const MOST_MS_BETWEEN = 35;
/** The fewest keys of a scan: a person may press two keys and Enter as fast by chance. */
const FEWEST_KEYS = 3;
/** How long after a scan Enter is ignored, because some scanners send it twice. */
const MS_AFTER_A_SCAN = 250;
/** The longest pause between the two keys of a shortcut, as in `useKeys`. */
const SHORTCUT_MS = 1_000;

/** Props for a field that keeps a scan as its text. The till then does not look the code up. */
export const takesScans = { "data-takes-scans": true };

type Scans = {
  readonly field: RefObject<HTMLInputElement | null>;
  /** A code, and when it was read, in milliseconds since the page was opened. */
  readonly onScan: (code: string, at: number) => void;
  /** Gets the `g` that was held back as the first key of a shortcut, if no shortcut follows. */
  readonly onType: (text: string) => void;
  readonly onEscape: () => void;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: Element): target is Field =>
  target.matches("input:read-write, textarea:read-write");

const textIn = (target: Element) => (isField(target) ? target.value : "");

const overlays = "[popover], [role=dialog]";

/** Whether the key is pressed in an overlay with a text field, such as the palette. */
const isElsewhere = (target: Element) =>
  target.closest(overlays)?.querySelector("input:not([type=checkbox]), textarea") != null;

/**
 * Returns the menu with the focus, else an open dialog, such as the list of keys. Null if there is neither.
 */
const overlayAt = (target: Element) =>
  target.closest<HTMLElement>(overlays) ?? document.querySelector<HTMLElement>("[role=dialog]");

function closeOverlay(overlay: HTMLElement) {
  if (overlay.popover) overlay.hidePopover();
  else overlay.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
}

/**
 * Restores a field's value from before a scan. Calls the browser's own setter, so that React notices the
 * change.
 */
function restore(field: Field, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Returns a handler for keys that are pressed while no field has the focus. A key belongs to a shortcut, or
 * begins a text for the till's field.
 */
function looseKeys() {
  let before = { key: "", at: Number.NEGATIVE_INFINITY };
  return ({ key, timeStamp }: KeyboardEvent, { field, onType }: Scans) => {
    const isSecond = before.key === "g" && timeStamp - before.at < SHORTCUT_MS;
    before = { key, at: timeStamp };
    if (key === " " || key === "/" || key === "?") return;
    if (isSecond ? places.some((place) => place.key === key) : key === "g") return;
    if (isSecond) onType("g");
    // the browser types the pressed key into the field, even if a list of choices had the focus
    field.current?.focus();
  };
}

/**
 * Receives scans wherever the focus is, except in a menu or dialog with a text field. Fast keys that end in
 * Enter are a scan. A scan presses no button, submits no form, and leaves no text in a field, except one with
 * `takesScans`. It closes any other menu or dialog. Other keys that are pressed outside of all fields and
 * overlays go into the till's field.
 */
export function useScans(scans: Scans) {
  const known = useRef(scans);
  useEffect(() => {
    known.current = scans;
  });
  useEffect(() => {
    const takeLoose = looseKeys();
    let code = "";
    let last = Number.NEGATIVE_INFINITY;
    let scannedAt = Number.NEGATIVE_INFINITY;
    // the first scan may have begun before this listener was added, so all text in the field belongs to it
    let isFirst = true;
    let before = "";
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onEnter = (event: KeyboardEvent, target: Element) => {
      const isScan = event.timeStamp - last < MOST_MS_BETWEEN && code.length >= FEWEST_KEYS;
      const typed = target === known.current.field.current ? textIn(target) : "";
      const rest = typed.startsWith(before) ? typed.slice(before.length) : "";
      // a look-up that has ended meanwhile may have emptied the field; `code` still has the scan
      const text = rest.endsWith(code) ? rest : code;
      code = "";
      // starts a new sequence with the next key, even if it comes at scanner speed
      last = Number.NEGATIVE_INFINITY;
      if (!isScan) {
        if (event.timeStamp - scannedAt < MS_AFTER_A_SCAN) swallow(event);
        return;
      }
      // not a scan but a PIN, which a customer's keypad may send as fast as a scanner
      if (target.matches("[type=password]") && /^\d{1,6}$/.test(text)) return;
      scannedAt = event.timeStamp;
      swallow(event);
      if (target.matches("[data-takes-scans]")) return;
      if (isField(target)) restore(target, before);
      const overlay = overlayAt(target);
      if (overlay) closeOverlay(overlay);
      known.current.onScan(text, event.timeStamp);
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, target, timeStamp } = event;
      if (!(target instanceof Element) || isElsewhere(target)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
      const isInOverlay = overlayAt(target) !== null;
      if (key === "Escape") return isInOverlay ? undefined : known.current.onEscape();
      if (key === "Enter") return onEnter(event, target);
      if (key.length !== 1) return;
      const isFast = timeStamp - last < MOST_MS_BETWEEN;
      if (!isFast) {
        code = "";
        // a key outside of all text fields goes into the till's field
        const into = isField(target) ? target : known.current.field.current;
        before = isFirst || !into ? "" : textIn(into);
        isFirst = false;
      }
      code += key;
      last = timeStamp;
      if (target.matches(":read-write")) return;
      // a scanner's key must neither be a shortcut, nor press the focused button as a space does
      if (isFast) event.preventDefault();
      else if (!isInOverlay) takeLoose(event, known.current);
    };
    // captured before the focused button or field receives the key
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}
