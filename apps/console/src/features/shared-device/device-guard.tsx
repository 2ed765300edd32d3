"use client";
import { later } from "../../ui/later.tsx";
import { useIsShared } from "./use-is-shared.ts";

const DeviceCover = later(() => import("./device-cover.tsx").then(({ default: Part }) => Part));

/** What an enrolled browser has beside the page: the lock, and who takes over. Others load none of it. */
export function DeviceGuard() {
  return useIsShared() ? <DeviceCover /> : null;
}
