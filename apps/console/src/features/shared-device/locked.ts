import { noteInput } from "./last-input.ts";
import { LOCKED_COOKIE } from "./locked-cookie.ts";

/** As long as a session can last, because a lock without a connection could not end the session. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
const CHANGED = "stampbook:locked";

export function isLocked(): boolean {
  return document.cookie.split("; ").includes(`${LOCKED_COOKIE}=1`);
}

/** Locks all tabs of this browser, or opens them for a person who has just signed in. */
export function setLocked(isOn: boolean): void {
  if (!isOn) noteInput();
  // set by script: the Cookie Store needs HTTPS, and a cookie from the server needs a connection
  const age = isOn ? MAX_AGE_SECONDS : 0;
  document.cookie = `${LOCKED_COOKIE}=1; path=/; max-age=${age}; samesite=strict`;
  const tabs = new BroadcastChannel(CHANGED);
  tabs.postMessage(null);
  tabs.close();
}

/**
 * Calls `onChange` when this or another tab has locked or opened this browser, and when Back or Forward
 * restores an earlier page as it was. The returned function stops it.
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
