import { noteInput } from "./last-input.ts";
import { LOCKED_COOKIE } from "./locked-cookie.ts";

/** The longest life of a session, because the lock may not have ended it. */
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
  // Chromium sets a cookie later, but before it is read: no tab may call the service without it
  isLocked();
  const tabs = new BroadcastChannel(CHANGED);
  tabs.postMessage(isOn);
  tabs.close();
}

/**
 * Calls `onChange` with whether this browser is locked: when this tab or another one has locked or opened it,
 * and when Back or Forward restores an earlier page as it was. Ends when the returned function is called.
 */
export function onLockChange(onChange: (isOn: boolean) => void): () => void {
  const tabs = new BroadcastChannel(CHANGED);
  // not the cookie, which this tab may not see yet
  tabs.onmessage = ({ data }) => onChange(data === true);
  const onShown = ({ persisted }: PageTransitionEvent) => persisted && onChange(isLocked());
  addEventListener("pageshow", onShown);
  return () => {
    tabs.close();
    removeEventListener("pageshow", onShown);
  };
}
