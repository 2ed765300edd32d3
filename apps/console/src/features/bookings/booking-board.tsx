"use client";
import { mostOf } from "@stampbook/core/limits";
import { IconCalendarEvent } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { addDays, isDay, mondayOf, todayIn } from "../../ui/days.ts";
import { Empty } from "../../ui/empty.tsx";
import { More } from "../../ui/list/more.tsx";
import { useHeld } from "../../ui/list/use-held.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { useLive } from "../frame/live.tsx";
import { useDesk } from "../session/desk.tsx";
import { NoStore } from "../session/no-store.tsx";
import { AddBooking } from "./add-booking.tsx";
import { BookingCard } from "./booking-card.tsx";
import { BookingTabs } from "./booking-tabs.tsx";
import css from "./bookings.module.css";
import { BookingsBar } from "./bookings-bar.tsx";
import { DayTotal } from "./day-total.tsx";
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
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    // the counts of a week need all of its bookings
    if (isWeek && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isWeek, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const waiting = requests.data?.items ?? [];
  const failed = list.error ?? requests.error;
  const hours = [...new Set(rows.map(({ time }) => time.slice(0, 2)))];
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
      <p aria-live="polite" className={css.live}>
        {requests.data
          ? t(requests.data.nextCursor ? "waitingMore" : "waiting", { count: waiting.length })
          : null}
      </p>
      <RequestsElsewhere from={today} again={again} />
      {failed ? <Refusal failed={failureOf(failed)} /> : null}
      {requests.data ? <RequestStrip key={storeId} requests={waiting} /> : null}
      {list.isLoading || (isWeek && hasNextPage) ? <Skeletons count={6} height={72} /> : null}
      {isWeek && list.data && !hasNextPage ? (
        <WeekCounts day={day} today={today} rows={rows} />
      ) : null}
      {list.data && !rows.length && !isWeek ? (
        <Empty icon={<IconCalendarEvent size={40} stroke={1.4} aria-hidden />} title={t("empty")}>
          {t("emptyAdvice")}
        </Empty>
      ) : null}
      {isWeek || !rows.length ? null : <DayTotal rows={rows} />}
      {isWeek
        ? null
        : hours.map((hour) => (
            <section key={hour} className={css.hour} aria-label={`${hour}:00`}>
              <h3>{hour}:00</h3>
              <div className={css.tables}>
                {rows
                  .filter(({ time }) => time.startsWith(hour))
                  .map((booking) => (
                    <BookingCard key={booking.id} booking={booking} />
                  ))}
              </div>
            </section>
          ))}
      {isWeek ? null : <More {...list} />}
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
