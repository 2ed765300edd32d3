"use client";
import { Button } from "@mantine/core";
import { IconPhone, IconUsers } from "@tabler/icons-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { nowIn } from "../../ui/days.ts";
import { Confirm } from "../../ui/form/confirm.tsx";
import { NearDay } from "../../ui/moment.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { State } from "../../ui/state.tsx";
import ui from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import css from "./bookings.module.css";
import { type Booking, steps, stepsNow, useDecisions } from "./use-decisions.ts";

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

/** Returns the name of a step's texts. A request is declined, and any other booking is canceled. */
function nameOf(step: "cancel" | "markNoShow", { status }: Booking) {
  return step === "cancel" && status === "Requested" ? "decline" : step;
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
  const { may, zoneOf } = useDesk();
  const decide = useDecisions();
  const card = useRef<HTMLElement>(null);
  /** The booking as it was when the question opened. The list may reload meanwhile. */
  const [seen, setSeen] = useState<Booking | null>(null);
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
  const next = stepsNow(booking, now);
  const take = (step: (typeof steps)[keyof typeof steps], meant = booking) => {
    // the response may remove the button, so the card gets the focus, for keyboard users
    card.current?.focus({ preventScroll: true });
    decide.call(step, meant);
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
        <a className={ui.link} href={`tel:${booking.phone.replace(/[^+0-9]/g, "")}`}>
          <IconPhone size={16} aria-hidden /> <bdi>{booking.phone}</bdi>
        </a>
      </p>
      {booking.notes ? (
        <p className={css.notes}>
          <bdi>{booking.notes}</bdi>
        </p>
      ) : null}
      {decide.failed ? <Refusal failed={decide.failed} /> : null}
      {decidedBy ? (
        <p className={css.quiet}>
          {t("decidedBy")}: <bdi>{decidedBy.name ?? decidedBy.id}</bdi>
        </p>
      ) : null}
      <div className={css.actions}>
        {(isDecided ? [] : next).map((to, index) => {
          const step = steps[to];
          if (!may(`staff.bookings.${step}`)) return null;
          if (step === "cancel" || step === "markNoShow") {
            const asked = seen ?? booking;
            return (
              <Confirm
                key={to}
                ask={t(`steps.${nameOf(step, booking)}`)}
                submit={t(`sure.${nameOf(step, asked)}`)}
                isBusy={decide.pending === step}
                failed={null}
                onAsk={() => setSeen(booking)}
                onConfirm={() => {
                  take(step, asked);
                  setSeen(null);
                }}
              >
                {t.rich(`asks.${nameOf(step, asked)}`, {
                  name: asked.customer?.name || asked.user,
                  time: asked.time.slice(0, 5),
                  count: asked.numberOfPeople,
                  day: () => <NearDay on={asked.date} today={now} />,
                  bdi: (text) => <bdi>{text}</bdi>,
                })}
              </Confirm>
            );
          }
          return (
            <Button
              key={to}
              variant={index === 0 ? "filled" : "default"}
              loading={decide.pending === step}
              onClick={({ detail }) => {
                // the second click of a double click was meant for the button that was here
                if (detail <= 1) take(step);
              }}
            >
              {t(`steps.${step}`)}
            </Button>
          );
        })}
      </div>
    </article>
  );
}
