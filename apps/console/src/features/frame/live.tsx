"use client";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { noteAnotherMerchant } from "../../rpc/another-merchant.ts";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { onRefusedRead } from "../../rpc/refused-read.ts";
import { hasUnsaved } from "../../ui/form/unsaved.ts";
import { useDesk } from "../session/desk.tsx";

type Told = Outputs["staff"]["live"]["changes"];
type Pulse = Told extends AsyncIterable<infer Data> ? Data : Told;

/** Each part of the live stream's data (`Pulse`), with the list that is reloaded when that part changes. */
const parts = [
  ["bookings", "bookings"],
  ["refusal", "refusals"],
  ["redemption", "redemptions"],
  ["cancel", "redemptions"],
  ["sales", "sales"],
  ["jobs", "jobs"],
] as const;

/** How long to wait after a stream has failed before the next try. */
const AGAIN_MS = 15_000;

const LiveContext = createContext(false);

/** Whether live updates work now. If not, lists poll. */
export function useLive(): boolean {
  return useContext(LiveContext);
}

/**
 * Listens for changes in the shop, and reloads the lists concerned. Opens the sign-in page once the session
 * has ended. Pauses while the page is hidden: browsers allow few connections to one host, and other tabs need
 * them.
 */
export function Live({ children }: { children: ReactNode }) {
  const { may } = useDesk();
  const utils = trpc.useUtils();
  const isSeen = useIsSeen();
  const last = useRef<Pulse | null>(null);
  const { status, reset } = trpc.staff.live.changes.useSubscription(undefined, {
    enabled: isSeen && may("staff.live.changes"),
    // a page with unsaved changes stays open, and the next save shows the reason
    onError: (error) => (hasUnsaved() ? noteAnotherMerchant(error) : onRefusedRead(error)),
    onData: (pulse) => {
      const before = last.current;
      last.current = pulse;
      for (const [part, list] of parts)
        if (JSON.stringify(before?.[part]) !== JSON.stringify(pulse[part]))
          void utils.staff[list].invalidate();
      // its figures count bookings, refusals, redemptions and sales
      if (before) void utils.staff.overview.invalidate();
    },
  });
  useEffect(() => {
    if (status !== "error") return;
    const timer = setTimeout(reset, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);
  return <LiveContext value={status === "pending"}>{children}</LiveContext>;
}

function subscribe(onChange: () => void) {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** Whether the page is visible; false during server rendering. */
function useIsSeen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "visible",
    () => false,
  );
}
