"use client";
import { IconCalendarEvent } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { Empty } from "../../ui/empty.tsx";
import { BookingCard } from "./booking-card.tsx";
import css from "./bookings.module.css";
import { comingOf, DayTotal, peopleIn } from "./day-total.tsx";
import { openHoursOf, type Slots, type StoreDay, shownHours } from "./open-hours.ts";
import { SlotCovers } from "./slot-covers.tsx";
import type { Booking } from "./use-decisions.ts";

type DayHoursProps = {
  rows: readonly Booking[];
  /** The day's opening hours, and those of the day before. Undefined until they are read. */
  day: StoreDay | undefined;
  before: StoreDay | undefined;
  /** Null if the store counts no slots. */
  slots: Slots | null;
};

/** A day by hours: the bookings of each hour with the number of people, and when the store is closed. */
export function DayHours({ rows, day, before, slots }: DayHoursProps) {
  const t = useTranslations("bookings");
  const open = day ? openHoursOf(day, before) : null;
  const hours = shownHours(open, new Set(rows.map(({ time }) => time.slice(0, 2))));
  const isClosed = open?.size === 0;
  return (
    <>
      {rows.length || day?.hours ? <DayTotal rows={rows} day={day} /> : null}
      {rows.length ? null : (
        <Empty
          icon={<IconCalendarEvent size={40} stroke={1.4} aria-hidden />}
          title={t(isClosed ? "emptyClosed" : "empty")}
        >
          {t(isClosed ? "emptyClosedAdvice" : "emptyAdvice")}
        </Empty>
      )}
      {rows.length
        ? hours.map((hour) => (
            <Hour
              key={hour}
              hour={hour}
              rows={rows.filter(({ time }) => time.startsWith(hour))}
              isClosed={open ? !open.has(hour) : false}
              slots={slots}
            />
          ))
        : null}
    </>
  );
}

type HourProps = Pick<DayHoursProps, "rows" | "slots"> & { hour: string; isClosed: boolean };

function Hour({ hour, rows, isClosed, slots }: HourProps) {
  const t = useTranslations("bookings");
  const closed = isClosed ? <span className={css.quiet}>{t("closed")}</span> : null;
  if (!rows.length)
    return (
      <div className={`${css.hour} ${isClosed ? css.closed : ""}`}>
        <h3>{hour}:00</h3>
        {closed}
      </div>
    );
  const people = peopleIn(comingOf(rows));
  return (
    <section className={`${css.hour} ${isClosed ? css.closed : ""}`} aria-label={`${hour}:00`}>
      <div>
        <h3>
          {hour}:00 <small>{t("people", { count: people })}</small> {closed}
        </h3>
        {slots ? <SlotCovers hour={hour} rows={rows} slots={slots} /> : null}
      </div>
      <div className={css.tables}>
        {rows.map((booking) => (
          <BookingCard key={booking.id} booking={booking} />
        ))}
      </div>
    </section>
  );
}
