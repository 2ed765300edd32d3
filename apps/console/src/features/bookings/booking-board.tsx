"use client";
import { Group } from "@mantine/core";
import { mostOf } from "@stampbook/core/limits";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { addDays, isDay, mondayOf, todayIn } from "../../ui/days.ts";
import { useHeld } from "../../ui/list/use-held.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { useLive } from "../frame/live.tsx";
import { RingSwitch } from "../frame/requests/ring-switch.tsx";
import { useDesk } from "../session/desk.tsx";
import { NoStore } from "../session/no-store.tsx";
import { AddBooking } from "./add-booking.tsx";
import { BookingCard } from "./booking-card.tsx";
import { BookingTabs } from "./booking-tabs.tsx";
import css from "./bookings.module.css";
import { BookingsBar } from "./bookings-bar.tsx";
import { DayHours } from "./day-hours.tsx";
import { RequestsElsewhere } from "./requests-elsewhere.tsx";
import type { Booking } from "./use-decisions.ts";
import { WeekCounts } from "./week-counts.tsx";

/** How often the bookings are polled while there is no live stream. */
const LOOK_AGAIN_MS = 10_000;
const MOST_REQUESTS = 20;

/** A store's bookings in its own time: first the requests that need a decision, then the day by hours. */
export function BookingBoard() {
  const t = useTranslations("bookings");
  const { store } = useDesk();
  const { get } = useAddress();
  const today = todayIn(store?.timezone ?? "UTC");
  const day = isDay(get("day")) ? get("day") : today;
  const isWeek = get("view") === "week";
  const monday = mondayOf(day);
  const span = isWeek ? { from: monday, to: addDays(monday, 6) } : { from: day, to: day };
  const storeId = store?.id ?? null;
  const isLive = useLive();
  const again = {
    refetchInterval: isLive ? (false as const) : LOOK_AGAIN_MS,
    enabled: storeId !== null,
  };
  const list = trpc.staff.bookings.list.useInfiniteQuery(
    { storeId, ...span, limit: mostOf.bookingsPage },
    { ...again, getNextPageParam: ({ nextCursor }) => nextCursor },
  );
  const requests = trpc.staff.bookings.list.useQuery(
    { storeId, from: today, statuses: ["Requested"], limit: MOST_REQUESTS },
    again,
  );
  // the hours of the day before may run past midnight
  const days = trpc.staff.bookings.hours.useQuery(
    { storeId: storeId ?? 0, from: addDays(span.from, -1), to: span.to },
    { enabled: storeId !== null },
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    // the counts need all bookings of the day or week
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const waiting = requests.data?.items ?? [];
  const failed = list.error ?? requests.error;
  if (!store)
    return (
      <>
        <PageTitle title={t("title")} />
        <NoStore />
      </>
    );

  return (
    <>
      <PageTitle title={t("title")}>
        <AddBooking {...(isWeek || day === today ? {} : { day })} />
      </PageTitle>
      <BookingTabs shown={isWeek ? "week" : "day"} span={span} day={day} storeId={store.id} />
      <BookingsBar day={day} today={today} isWeek={isWeek} />
      <Group justify="space-between" align="baseline" wrap="nowrap">
        <p aria-live="polite" className={css.live}>
          {requests.data
            ? t(requests.data.nextCursor ? "waitingMore" : "waiting", { count: waiting.length })
            : null}
        </p>
        <RingSwitch />
      </Group>
      <RequestsElsewhere />
      {failed ? <Refusal failed={failureOf(failed)} /> : null}
      {requests.data ? <RequestStrip key={storeId} requests={waiting} /> : null}
      {list.isLoading || (isWeek && hasNextPage) ? <Skeletons count={6} height={72} /> : null}
      {isWeek && list.data && !hasNextPage ? (
        <WeekCounts day={day} today={today} rows={rows} days={days.data?.days ?? []} />
      ) : null}
      {list.data && !isWeek ? (
        <DayHours
          rows={rows}
          before={days.data?.days[0]}
          day={days.data?.days[1]}
          slots={days.data?.slots ?? null}
        />
      ) : null}
    </>
  );
}

/** Requests that need a decision. A decided card stays in its place for some seconds (`useHeld`). */
function RequestStrip({ requests }: { requests: readonly Booking[] }) {
  const t = useTranslations("bookings");
  const { shown, isGone, watching, idOf } = useHeld(requests);
  if (!shown.length) return null;
  return (
    <section className={css.requests} aria-label={t("requests")} {...watching}>
      {shown.map((booking) => (
        <div key={booking.id} id={idOf(booking.id)}>
          <BookingCard booking={booking} withDay isGone={isGone(booking.id)} />
        </div>
      ))}
    </section>
  );
}
