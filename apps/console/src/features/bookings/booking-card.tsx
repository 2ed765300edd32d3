"use client";
import { Button } from "@mantine/core";
import { IconPhone, IconUsers } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { nowIn } from "../../ui/days.ts";
import { Day } from "../../ui/moment.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { State } from "../../ui/state.tsx";
import { useDesk } from "../session/desk.tsx";
import css from "./bookings.module.css";

export type Booking = Outputs["staff"]["bookings"]["get"];

const tones = {
  Requested: "warn",
  Confirmed: "good",
  Seated: "good",
  Completed: "plain",
  Canceled: "plain",
  "No-show": "bad",
} as const;

/** The step that leads to a status, and how it is called. */
const steps = {
  Confirmed: "confirm",
  Seated: "seat",
  Completed: "complete",
  Canceled: "cancel",
  "No-show": "markNoShow",
} as const;

/** Where a booking stands. */
export function BookingState({ of }: { of: Booking["status"] }) {
  const t = useTranslations("bookings");
  return <State tone={tones[of]}>{t(`statuses.${of}`)}</State>;
}

type BookingCardProps = { booking: Booking; withDay?: boolean };

/** A table that somebody wants, with what can be done about it now. */
export function BookingCard({ booking, withDay = false }: BookingCardProps) {
  const t = useTranslations("bookings");
  const { may, zoneOf } = useDesk();
  const decide = useDecisions();
  // nobody can have stayed away from what is still to come
  const hasCome = `${booking.date} ${booking.time}` <= nowIn(zoneOf(booking.store.id));
  const next = booking.next.filter(
    (to) => to !== "Requested" && (to !== "No-show" || hasCome),
  ) as readonly (keyof typeof steps)[];
  return (
    <article className={css.card} aria-label={`${booking.time.slice(0, 5)} ${booking.user}`}>
      <div className={css.head}>
        <Link href={`/bookings/${booking.id}`}>
          {withDay ? (
            <>
              <Day on={booking.date} />{" "}
            </>
          ) : null}
          {booking.time.slice(0, 5)}
        </Link>
        <BookingState of={booking.status} />
      </div>
      <p>
        {booking.customer ? (
          <Link href={`/customers/${booking.customer.id}`}>
            <bdi>{booking.customer.name}</bdi>
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
        <a href={`tel:${booking.phone.replace(/[^+0-9]/g, "")}`}>
          <IconPhone size={16} aria-hidden /> <bdi>{booking.phone}</bdi>
        </a>
      </p>
      {booking.notes ? (
        <p className={css.notes}>
          <bdi>{booking.notes}</bdi>
        </p>
      ) : null}
      {decide.failed ? <Refusal of={decide.failed} /> : null}
      <div className={css.actions}>
        {next.map((to, index) =>
          may(`staff.bookings.${steps[to]}`) ? (
            <Button
              key={to}
              variant={index === 0 ? "filled" : "default"}
              loading={decide.pending === steps[to]}
              onClick={() => decide.call(steps[to], booking)}
            >
              {t(`steps.${steps[to]}`)}
            </Button>
          ) : null,
        )}
      </div>
    </article>
  );
}

type Step = (typeof steps)[keyof typeof steps];

/** Decisions hold for what was seen: who was slower is told who decided, and sees it. */
function useDecisions() {
  const utils = trpc.useUtils();
  const options = { onSettled: () => utils.staff.bookings.invalidate() };
  const calls = {
    confirm: trpc.staff.bookings.confirm.useMutation(options),
    seat: trpc.staff.bookings.seat.useMutation(options),
    complete: trpc.staff.bookings.complete.useMutation(options),
    cancel: trpc.staff.bookings.cancel.useMutation(options),
    markNoShow: trpc.staff.bookings.markNoShow.useMutation(options),
  };
  const all = Object.entries(calls);
  const error = all.find(([, { error: one }]) => one)?.[1].error;
  return {
    call: (step: Step, { id, revision }: Booking) => calls[step].mutate({ id, revision }),
    pending: all.find(([, { isPending }]) => isPending)?.[0],
    failed: error ? failureOf(error) : null,
  };
}
