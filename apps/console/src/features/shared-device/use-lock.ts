import { useCallback, useEffect, useState } from "react";
import { tellSignIn } from "../session/tell-sign-in.ts";
import { type Asked, onDeviceAsked } from "./ask-device.ts";
import { isLocked, onLockChange, setLocked } from "./locked.ts";

const AGAIN_MS = 5_000;

/**
 * Returns what covers the page now. A lock ends the session, and tries again until that succeeds. `isEnding`
 * is true until the first try is over. All tabs of a browser lock and unlock together.
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

  // signs out when the page is locked, so that the API cannot be called from the locked page
  useEffect(() => {
    if (view !== "lock") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const signOut = async () => {
      const { ok } = await tellSignIn("sign-out", {}).catch(() => ({ ok: false }));
      setEnding(false);
      if (!ok) timer = setTimeout(signOut, AGAIN_MS);
    };
    void signOut();
    return () => clearTimeout(timer);
  }, [view]);

  return { view, setView, isEnding, lock };
}
