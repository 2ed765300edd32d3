"use client";
import Link from "next/link";
import { useFormatter, useTranslations } from "use-intl/react";
import { addDays, mondayOf } from "../../ui/days.ts";
import { useAddress } from "../../ui/use-address.ts";
import css from "./bookings.module.css";
import { comingOf, peopleIn } from "./day-total.tsx";
import type { StoreDay } from "./open-hours.ts";
import type { Booking } from "./use-decisions.ts";

const MOST_GUESTS = 6;

type WeekCountsProps = {
  day: string;
  today: string;
  rows: readonly Booking[];
  /** The store's hours on the days of the week. Empty until they are read. */
  days: readonly StoreDay[];
};

/**
 * The number of bookings and people on each day of the shown day's week, and on which days the store is
 * closed. Leaves out canceled bookings and no-shows.
 */
export function WeekCounts({ day: shown, today, rows, days: hours }: WeekCountsProps) {
  const t = useTranslations("bookings");
  const format = useFormatter();
  const { hrefWith } = useAddress();
  const monday = mondayOf(shown);
  const days = [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(monday, offset));
  return (
    <div className={css.week}>
      {days.map((day) => {
        const date = new Date(`${day}T00:00:00Z`);
        const coming = comingOf(rows.filter(({ date }) => date === day));
        const people = peopleIn(coming);
        const closed = hours.find((one) => one.date === day && one.hours?.length === 0);
        return (
          <Link
            key={day}
            href={hrefWith({ day, view: null })}
            className={css.day}
            aria-current={day === shown ? "true" : undefined}
          >
            <span className={css.weekday}>
              {format.dateTime(date, { timeZone: "UTC", weekday: "short" })}
              {day === today ? <em>{t("today")}</em> : null}
            </span>
            <span>
              {format.dateTime(date, { timeZone: "UTC", day: "numeric", month: "short" })}
            </span>
            {closed ? <strong className={css.quiet}>{t("closed")}</strong> : null}
            {closed?.name ? (
              <span className={css.quiet}>
                <bdi>{closed.name}</bdi>
              </span>
            ) : null}
            {coming.length ? (
              <>
                <strong>{t("tables", { count: coming.length })}</strong>
                <span>{t("people", { count: people })}</span>
              </>
            ) : closed ? null : (
              <span className={css.quiet}>{t("none")}</span>
            )}
            <Guests bookings={coming} />
          </Link>
        );
      })}
    </div>
  );
}

/** The day's first guests, each with the time. */
function Guests({ bookings }: { bookings: readonly Booking[] }) {
  const t = useTranslations("bookings");
  const more = bookings.length - MOST_GUESTS;
  if (!bookings.length) return null;
  return (
    <ul className={css.guests}>
      {bookings.slice(0, MOST_GUESTS).map(({ id, time, user, customer }) => (
        <li key={id}>
          {time.slice(0, 5)} <bdi>{customer?.name ?? user}</bdi>
        </li>
      ))}
      {more > 0 ? <li>{t("moreGuests", { count: more })}</li> : null}
    </ul>
  );
}
