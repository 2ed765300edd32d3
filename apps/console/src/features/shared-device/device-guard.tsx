"use client";
import { usePathname } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { signInHere } from "../../rpc/refused-read.ts";
import { later } from "../../ui/later.tsx";
import { useIsShared } from "./use-is-shared.ts";

const DeviceCover = later(() => import("./device-cover.tsx").then(({ default: Part }) => Part));

/**
 * In an enrolled browser, covers the page while the browser is locked or another person takes over. On
 * `/till`, in any browser, also shows the sign-in over the page once the session has ended, so that staff do
 * not lose the basket. The cover's code is loaded only in these browsers.
 */
export function DeviceGuard() {
  const isShared = useIsShared();
  const isAtTill = usePathname() === "/till";
  const [isEnded, setEnded] = useState(false);
  useEffect(() => (isAtTill ? signInHere(() => setEnded(true)) : undefined), [isAtTill]);
  const onSignedIn = useCallback(() => setEnded(false), []);
  return isShared || isEnded ? <DeviceCover {...{ isEnded, onSignedIn }} /> : null;
}
