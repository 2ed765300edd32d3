import { useSyncExternalStore } from "react";

const CHANGED = "stampbook:shared";

function subscribe(onChange: () => void) {
  addEventListener(CHANGED, onChange);
  return () => removeEventListener(CHANGED, onChange);
}

const isShared = () => /(^|; )stampbook_shared=1/.test(document.cookie);

/** Whether this browser is enrolled as a shared device, read from a cookie. False on the server. */
export function useIsShared(): boolean {
  return useSyncExternalStore(subscribe, isShared, () => false);
}

/** Makes `useIsShared` read the cookie again. */
export function noteSharedChange(): void {
  dispatchEvent(new Event(CHANGED));
}
