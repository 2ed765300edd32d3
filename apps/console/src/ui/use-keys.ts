"use client";
import { useEffect, useRef } from "react";

/** Actions by key: `mod+k`, `?`, `g t` (one after the other), `Escape`. */
export type Keys = Readonly<Record<string, () => void>>;

/** The first key of every two-key action. The key that follows is not looked up as a one-key action. */
const LEADER = "g";
/** The longest pause before the second key of two. */
const PAUSE_MS = 1_000;

/**
 * Whether the key is typed into a text. In an empty field with `data-shortcuts`, `/` and `?` are shortcuts,
 * because no text there begins with them.
 */
function isTyping({ target, key }: KeyboardEvent) {
  if (target instanceof HTMLInputElement && "shortcuts" in target.dataset && /^[/?]$/.test(key))
    return target.value !== "";
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** Calls the actions of keys anywhere on the page. Ignores plain keys while the person is typing. */
export function useKeys(keys: Keys) {
  const known = useRef(keys);
  useEffect(() => {
    known.current = keys;
  });
  useEffect(() => {
    let isSecond = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      const isMod = event.metaKey || event.ctrlKey;
      if (event.altKey || event.defaultPrevented) return;
      if (!isMod && isTyping(event)) return;
      const key = isMod ? `mod+${event.key.toLowerCase()}` : event.key;
      const act = known.current[isSecond && !isMod ? `${LEADER} ${key}` : key];
      clearTimeout(timer);
      isSecond = key === LEADER;
      timer = setTimeout(() => {
        isSecond = false;
      }, PAUSE_MS);
      if (!act) return;
      event.preventDefault();
      isSecond = false;
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", onKey);
    };
  }, []);
}
