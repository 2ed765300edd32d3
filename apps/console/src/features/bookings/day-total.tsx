"use client";
import { useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import css from "./bookings.module.css";

type Booking = Outputs["staff"]["bookings"]["list"]["items"][number];

const gone = new Set(["Canceled", "No-show"]);

/** Returns the bookings of guests who come or have come: all but canceled ones and no-shows. */
export const comingOf = (rows: readonly Booking[]) =>
  rows.filter(({ status }) => !gone.has(status));

/** Returns the number of people in these bookings. */
export const peopleIn = (rows: readonly Booking[]) =>
  rows.reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0);

/** The number of bookings and of people of the shown day. */
export function DayTotal({ rows }: { rows: readonly Booking[] }) {
  const t = useTranslations("bookings");
  const coming = comingOf(rows);
  return (
    <p className={css.live}>
      <strong>{t("tables", { count: coming.length })}</strong>,{" "}
      {t("people", { count: peopleIn(coming) })}
    </p>
  );
}
