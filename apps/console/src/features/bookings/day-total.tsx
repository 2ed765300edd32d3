"use client";
import { useTranslations } from "use-intl/react";
import css from "./bookings.module.css";
import { type StoreDay, spansText } from "./open-hours.ts";
import type { Booking } from "./use-decisions.ts";

const gone = new Set(["Canceled", "No-show"]);

/** Returns the bookings of guests who come or have come: all but canceled ones and no-shows. */
export const comingOf = (rows: readonly Booking[]) =>
  rows.filter(({ status }) => !gone.has(status));

/** Returns the number of people in these bookings. */
export const peopleIn = (rows: readonly Booking[]) =>
  rows.reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0);

type DayTotalProps = { rows: readonly Booking[]; day: StoreDay | undefined };

/** The number of bookings and of people of the shown day, and when the store is open. */
export function DayTotal({ rows, day }: DayTotalProps) {
  const t = useTranslations("bookings");
  const coming = comingOf(rows);
  return (
    <p className={css.live}>
      <strong>{t("tables", { count: coming.length })}</strong>,{" "}
      {t("people", { count: peopleIn(coming) })}
      {day?.hours ? (
        <>
          {" · "}
          {day.hours.length ? t("openFrom", { spans: spansText(day.hours) }) : t("closed")}
          {day.name ? (
            <>
              {" "}
              (<bdi>{day.name}</bdi>)
            </>
          ) : null}
        </>
      ) : null}
    </p>
  );
}
