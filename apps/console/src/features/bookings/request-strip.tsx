"use client";
import { useTranslations } from "use-intl/react";
import { useHeld } from "../../ui/list/use-held.ts";
import { BookingCard } from "./booking-card.tsx";
import css from "./bookings.module.css";
import type { Booking } from "./use-decisions.ts";

/** Requests that need a decision. A decided card stays in its place for some seconds (`useHeld`). */
export function RequestStrip({ requests }: { requests: readonly Booking[] }) {
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
