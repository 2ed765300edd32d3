"use client";
import { IconPhone, IconUsers } from "@tabler/icons-react";
import Link from "next/link";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { nowIn } from "../../ui/days.ts";
import { NearDay } from "../../ui/moment.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { State } from "../../ui/state.tsx";
import ui from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import { BookingLinks } from "./booking-links.tsx";
import { BookingSteps } from "./booking-steps.tsx";
import css from "./bookings.module.css";
import { LatestMessage } from "./messages/latest-message.tsx";
import { SlotFull } from "./slot-full.tsx";
import { type Booking, type Step, stepsNow, useDecisions } from "./use-decisions.ts";

const tones = {
  Requested: "warn",
  Confirmed: "good",
  Seated: "good",
  Completed: "plain",
  Canceled: "plain",
  "No-show": "bad",
} as const;

/** A booking's status as a colored label. */
export function BookingState({ status }: { status: Booking["status"] }) {
  const t = useTranslations("bookings");
  return <State tone={tones[status]}>{t(`statuses.${status}`)}</State>;
}

type BookingCardProps = {
  booking: Booking;
  withDay?: boolean;
  /** The booking was decided after its list was fetched, so the card fetches its current state. */
  isGone?: boolean;
};

/** A booking with its possible actions. */
export function BookingCard({
  booking: listed,
  withDay = false,
  isGone = false,
}: BookingCardProps) {
  const t = useTranslations("bookings");
  const { zoneOf } = useDesk();
  const decide = useDecisions();
  const card = useRef<HTMLElement>(null);
  const { data } = trpc.staff.bookings.get.useQuery(
    { id: listed.id },
    { enabled: isGone, staleTime: 0 },
  );
  const booking = (isGone && data) || listed;
  const isDecided = isGone && data?.status !== "Requested";
  // if a colleague decided first, the card names the colleague
  const isTooLate = decide.failed?.code === "stale_revision";
  const decidedBy = isDecided || isTooLate ? booking.decidedBy : null;
  const now = nowIn(zoneOf(booking.store.id));
  const take = (step: Step, meant = booking, notify = true) => {
    // the response may remove the button, so the card gets the focus, for keyboard users
    card.current?.focus({ preventScroll: true });
    decide.call(step, meant, { notify });
  };
  return (
    <article
      ref={card}
      tabIndex={-1}
      className={css.card}
      aria-label={`${booking.time.slice(0, 5)} ${booking.user}`}
    >
      <div className={css.head}>
        <Link className={ui.link} href={`/bookings/${booking.id}`}>
          {withDay ? (
            <>
              <NearDay on={booking.date} today={now} />{" "}
            </>
          ) : null}
          {booking.time.slice(0, 5)}
        </Link>
        <BookingState status={booking.status} />
      </div>
      <p>
        {booking.customer ? (
          <Link className={ui.link} href={`/customers/${booking.customer.id}`}>
            <bdi>{booking.customer.name || booking.user}</bdi>
          </Link>
        ) : (
          <>
            <bdi>{booking.user}</bdi> <span className={css.quiet}>({t("guest")})</span>
          </>
        )}
      </p>
      <p className={css.facts}>
        <span>
          <IconUsers size={16} aria-hidden /> {t("people", { count: booking.numberOfPeople })}
        </span>
        {booking.phone ? (
          <a className={ui.link} href={`tel:${booking.phone.replace(/[^+0-9]/g, "")}`}>
            <IconPhone size={16} aria-hidden /> <bdi>{booking.phone}</bdi>
          </a>
        ) : null}
      </p>
      {booking.notes ? (
        <p className={css.notes}>
          <bdi>{booking.notes}</bdi>
        </p>
      ) : null}
      {decide.failed ? <Refusal failed={decide.failed} /> : null}
      <SlotFull
        failed={decide.failed}
        isBusy={decide.pending === "undo"}
        onAnyway={() => decide.call("undo", booking, { isAnyway: true })}
      />
      {decidedBy ? (
        <p className={css.quiet}>
          {t("decidedBy")}:{" "}
          <bdi>{decidedBy.kind === "guest" ? t("guest") : (decidedBy.name ?? decidedBy.id)}</bdi>
        </p>
      ) : null}
      <LatestMessage booking={booking} />
      <div className={css.actions}>
        <BookingSteps
          booking={booking}
          next={isDecided ? [] : stepsNow(booking, now)}
          today={now}
          pending={decide.pending}
          onTake={take}
        />
        <BookingLinks booking={booking} today={now.slice(0, 10)} />
      </div>
    </article>
  );
}
