"use client";
import { mostOf } from "@stampbook/core/limits";
import { trpc } from "../../../rpc/client.ts";
import { todayIn } from "../../../ui/days.ts";
import { useIsReady } from "../../../ui/early/use-is-ready.ts";
import { useDesk } from "../../session/desk.tsx";
import { useLive } from "../live.tsx";

/** How often requests are polled while there is no live stream, also while the page is hidden. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Returns the requests that wait for a decision, of all stores of this person, from today on. Undefined until
 * they are read, and while React takes over the page.
 */
export function useRequests() {
  const { may, me, store } = useDesk();
  const isLive = useLive();
  const isReady = useIsReady();
  const from = todayIn(store?.timezone ?? me.merchant.timezone);
  const { data } = trpc.staff.bookings.list.useQuery(
    { from, statuses: ["Requested"], limit: mostOf.bookingsPage },
    {
      // as a function, so that the server does not wait for it with each page
      enabled: () => may("staff.bookings.list"),
      refetchInterval: isLive ? false : LOOK_AGAIN_MS,
      refetchIntervalInBackground: true,
    },
  );
  return isReady ? data : undefined;
}
