import { noteInput } from "./last-input.ts";
import { LOCKED_COOKIE } from "./locked-cookie.ts";

/** As long as a session that somebody left open lasts at most. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
const CHANGED = "stampbook:locked";

export function isLocked(): boolean {
  return document.cookie.split("; ").includes(`${LOCKED_COOKIE}=1`);
}

/** Locks all tabs of this browser, or opens them for a person who has just signed in. */
export function setLocked(isOn: boolean): void {
  if (!isOn) noteInput();
  // the Cookie Store needs HTTPS, and an answer of the server a connection
  const age = isOn ? MAX_AGE_SECONDS : 0;
  document.cookie = `${LOCKED_COOKIE}=1; path=/; max-age=${age}; samesite=strict`;
  const tabs = new BroadcastChannel(CHANGED);
  tabs.postMessage(null);
  tabs.close();
}

/**
 * Calls `onChange` when this tab or another one has locked or opened this browser, or when the browser shows
 * an earlier page again as it was, until the returned function is called.
 */
export function onLockChange(onChange: () => void): () => void {
  const tabs = new BroadcastChannel(CHANGED);
  tabs.onmessage = onChange;
  const onShown = ({ persisted }: PageTransitionEvent) => persisted && onChange();
  addEventListener("pageshow", onShown);
  return () => {
    tabs.close();
    removeEventListener("pageshow", onShown);
  };
}
