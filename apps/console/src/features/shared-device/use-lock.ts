import { useCallback, useEffect, useState } from "react";
import { tellSignIn } from "../session/tell-sign-in.ts";
import { type Asked, onDeviceAsked } from "./ask-device.ts";
import { isLocked, onLockChange, setLocked } from "./locked.ts";

const AGAIN_MS = 5_000;

/**
 * Returns what covers the page now. A lock ends the session, and tries again until that succeeds or somebody
 * unlocks the browser. `isEnding` is true until the first try is over. All tabs of a browser lock and unlock
 * together.
 */
export function useLock() {
  const [view, setView] = useState<Asked | null>(null);
  const [isEnding, setEnding] = useState(false);

  const lock = useCallback(() => {
    setLocked(true);
    setView("lock");
    setEnding(true);
  }, []);

  useEffect(() => {
    const cover = (isOn: boolean) => isOn && setView("lock");
    cover(isLocked());
    const forgetOthers = onLockChange(cover);
    const forgetAsked = onDeviceAsked((asked) => (asked === "lock" ? lock() : setView(asked)));
    return () => {
      forgetOthers();
      forgetAsked();
    };
  }, [lock]);

  // Signs out when the page is locked, so that the API cannot be called from the locked page. Stops as soon as
  // somebody unlocks the browser in any tab, because a later sign-out would end that person's session. The
  // page itself stays covered until it shows that person's view.
  useEffect(() => {
    if (view !== "lock") return;
    const unlocked = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const signOut = async () => {
      const { signal } = unlocked;
      const { ok } = await tellSignIn("sign-out", {}, signal).catch(() => ({ ok: false }));
      setEnding(false);
      if (!ok && !signal.aborted) timer = setTimeout(signOutAgain, AGAIN_MS);
    };
    const signOutAgain = () => (isLocked() ? signOut() : undefined);
    const stop = () => {
      unlocked.abort();
      clearTimeout(timer);
    };
    void signOut();
    const forget = onLockChange((isOn) => isOn || stop());
    return () => {
      forget();
      stop();
    };
  }, [view]);

  return { view, setView, isEnding, lock };
}
