"use client";
import { usePathname } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { signInHere } from "../../rpc/refused-read.ts";
import { later } from "../../ui/later.tsx";
import { useIsShared } from "./use-is-shared.ts";

const DeviceCover = later(() => import("./device-cover.tsx").then(({ default: Part }) => Part));

/**
 * Covers the page of an enrolled browser while it is locked or people switch. At the till, also covers the
 * page with the sign-in once the session has ended, so that the visit stays. Other browsers and pages do not
 * load the cover.
 */
export function DeviceGuard() {
  const isShared = useIsShared();
  const isAtTill = usePathname() === "/till";
  const [isEnded, setEnded] = useState(false);
  useEffect(() => (isAtTill ? signInHere(() => setEnded(true)) : undefined), [isAtTill]);
  const onSignedIn = useCallback(() => setEnded(false), []);
  return isShared || isEnded ? <DeviceCover {...{ isEnded, onSignedIn }} /> : null;
}
