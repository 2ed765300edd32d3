import { noteInput } from "./last-input.ts";
import { LOCKED_COOKIE } from "./locked-cookie.ts";

/** As long as the longest session, because the lock may have failed to end the session. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;
const CHANGED = "stampbook:locked";

export function isLocked(): boolean {
  return document.cookie.split("; ").includes(`${LOCKED_COOKIE}=1`);
}

/** Locks all tabs of this browser, or unlocks them for a person who has just signed in. */
export function setLocked(isOn: boolean): void {
  if (!isOn) noteInput();
  // set by `document.cookie`: the Cookie Store needs HTTPS, and a cookie from the server needs a connection
  const age = isOn ? MAX_AGE_SECONDS : 0;
  document.cookie = `${LOCKED_COOKIE}=1; path=/; max-age=${age}; samesite=strict`;
  // Chromium stores a cookie with a delay, but at the latest when cookies are read. This read stores it now,
  // because no tab may call the service without the cookie.
  isLocked();
  const tabs = new BroadcastChannel(CHANGED);
  tabs.postMessage(isOn);
  tabs.close();
}

/**
 * Calls `onChange` with whether this browser is locked. Calls it when any tab locks or unlocks the browser,
 * and when Back or Forward restores a cached page. Ends when the returned function is called.
 */
export function onLockChange(onChange: (isOn: boolean) => void): () => void {
  const tabs = new BroadcastChannel(CHANGED);
  // does not read the cookie, which this tab may not see yet
  tabs.onmessage = ({ data }) => onChange(data === true);
  const onShown = ({ persisted }: PageTransitionEvent) => persisted && onChange(isLocked());
  addEventListener("pageshow", onShown);
  return () => {
    tabs.close();
    removeEventListener("pageshow", onShown);
  };
}
