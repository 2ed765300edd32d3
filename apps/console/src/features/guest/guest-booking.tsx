"use client";
import { useMutation } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl/react";
import type { Outputs } from "../../rpc/client.ts";
import { doneOnce } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { useApi } from "../../rpc/use-api.ts";
import { Facts } from "../../ui/facts.tsx";
import { Confirm } from "../../ui/form/confirm.tsx";
import { useFocusKept } from "../../ui/form/use-focus-back.ts";
import { shortTime } from "../../ui/moment.tsx";
import { State } from "../../ui/state.tsx";
import ui from "../../ui/ui.module.css";

type Answer = Outputs["bookings"]["byLink"];

const tones = {
  Requested: "warn",
  Confirmed: "good",
  Seated: "good",
  Completed: "plain",
  Canceled: "bad",
  "No-show": "plain",
} as const;

type GuestBookingProps = {
  booking: Answer["booking"];
  token: string;
  onCanceled: (answer: Answer) => void;
  /** Called when the booking was refused because it can no longer be canceled. */
  onTooLate: () => void;
};

/** A booking as its guest sees it, with a button that cancels it while that is allowed. */
export function GuestBooking({ booking, ...calls }: GuestBookingProps) {
  const t = useTranslations("guest");
  const format = useFormatter();
  const { store, status } = booking;
  // day and time are the store's own, so they are shown as they are
  const at = new Date(`${booking.date}T${booking.time}Z`);
  const cancelUntil = new Date(booking.cancel_until);
  const isOpen = status === "Requested" || status === "Confirmed";
  return (
    <>
      <p className={ui.quiet}>
        <bdi>{booking.merchant.name}</bdi>
      </p>
      <h1>{t("title", { store: store.name })}</h1>
      <p role="status">
        <State tone={tones[status]}>{t(`statuses.${status}`)}</State>
      </p>
      <Facts
        facts={[
          [t("day"), format.dateTime(at, { timeZone: "UTC", dateStyle: "full" })],
          [t("time"), format.dateTime(at, { timeZone: "UTC", ...shortTime })],
          [t("people"), format.number(booking.number_of_people)],
          [t("address"), store.address],
          [t("phone"), store.phone && <Phone key="phone" number={store.phone} />],
        ]}
      />
      {booking.can_cancel ? (
        <>
          <Cancel booking={booking} {...calls} />
          <p className={ui.quiet}>
            {t("until", {
              time: format.dateTime(cancelUntil, {
                ...{ timeZone: store.timezone, dateStyle: "medium", ...shortTime },
              }),
            })}
          </p>
        </>
      ) : isOpen ? (
        <p className={ui.quiet}>{t(store.phone ? "tooLateCall" : "tooLate")}</p>
      ) : null}
    </>
  );
}

/** A link that calls the store's phone number. */
function Phone({ number }: { number: string }) {
  return (
    <a className={ui.link} href={`tel:${number.replace(/[^+0-9]/g, "")}`}>
      {number}
    </a>
  );
}

function Cancel({ booking, token, onCanceled, onTooLate }: GuestBookingProps) {
  const t = useTranslations("guest");
  const api = useApi();
  useFocusKept();
  const cancel = useMutation({
    networkMode: "always",
    mutationFn: () => api.bookings.cancelByLink.mutate({ token }, doneOnce()),
    onSuccess: onCanceled,
    onError: (error) => failureOf(error).code === "booking_too_late" && onTooLate(),
  });
  return (
    <Confirm
      submit={t("cancel")}
      isBusy={cancel.isPending}
      failed={cancel.error && failureOf(cancel.error)}
      onConfirm={() => cancel.mutate()}
    >
      {t("sure", { store: booking.store.name })}
    </Confirm>
  );
}
