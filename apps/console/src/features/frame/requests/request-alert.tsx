"use client";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useFormatter, useTranslations } from "use-intl/react";
import { isCovered } from "../../../rpc/cover.ts";
import { say } from "../../../ui/said/said.tsx";
import { useDesk } from "../../session/desk.tsx";
import { isNewHere, ring, useIsRinging } from "./ring.ts";
import { useRequests } from "./use-requests.ts";

/**
 * Says on every page that a request has come: by the tab's title, a sound, and a text, which the bookings'
 * page does not need.
 */
export default function RequestAlert() {
  const t = useTranslations("requests");
  const format = useFormatter();
  const { me } = useDesk();
  const isRinging = useIsRinging();
  const isAtBookings = usePathname() === "/bookings";
  const data = useRequests();
  useTitleCount(data?.items.length ?? 0);
  useEffect(() => {
    if (!data) return;
    const newest = data.items.toSorted((one, other) => other.id - one.id)[0];
    if (!isNewHere(me.merchant.id, newest?.id ?? 0) || !newest) return;
    if (isRinging) ring();
    if (isAtBookings) return;
    const { date, time, customer, user, numberOfPeople, store } = newest;
    say(
      t("came", {
        name: customer?.name || user,
        day: format.dateTime(new Date(`${date}T00:00:00Z`), {
          ...{ timeZone: "UTC", weekday: "short", day: "numeric", month: "short" },
        }),
        time: time.slice(0, 5),
        count: numberOfPeople,
        store: store.name,
      }),
    );
  }, [data, me.merchant.id, isRinging, isAtBookings, t, format]);
  return null;
}

const withoutCount = (title: string) => title.replace(/^\(\d+\+?\) /, "");

/** Writes a number before the title of the browser's tab, on every page that no lock covers. Zero writes none. */
function useTitleCount(count: number): void {
  useEffect(() => {
    const write = () => {
      if (isCovered()) return;
      const title = `${count ? `(${count}) ` : ""}${withoutCount(document.title)}`;
      if (document.title !== title) document.title = title;
    };
    write();
    // the next page sets its own title
    const watcher = new MutationObserver(write);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  }, [count]);
}
