"use client";
import { IconMailForward, IconMailOff } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "use-intl/react";
import { shortTime } from "../../../ui/moment.tsx";
import { useDesk } from "../../session/desk.tsx";
import { wasStopped } from "../../settings/messages/outbox-reason.ts";
import css from "../bookings.module.css";
import type { Booking } from "../use-decisions.ts";
import { useIsAhead } from "../use-is-ahead.ts";

/**
 * What staff may have to act on: the message about a cancel that still waits for an undo, or a latest message that
 * did not reach the guest.
 */
export function LatestMessage({ booking }: { booking: Booking }) {
  const t = useTranslations("bookings.message");
  const channels = useTranslations("channels");
  const format = useFormatter();
  const timeZone = useDesk().zoneOf(booking.store.id);
  const latest = booking.messages.at(-1);
  const isCancel = latest?.kind === "booking_declined" || latest?.kind === "booking_canceled";
  const isAhead = useIsAhead(latest?.state === "waiting" ? latest.nextAttemptAt : null);
  const isUndoable = useIsAhead(booking.canUndoUntil);
  if (!latest) return null;
  const channel = channels(latest.channel);
  if (isCancel && isAhead && isUndoable)
    return (
      <p className={css.message}>
        <IconMailForward size={16} aria-hidden />
        {t("goesOut", {
          channel,
          time: format.dateTime(new Date(latest.nextAttemptAt), { timeZone, ...shortTime }),
        })}
      </p>
    );
  if (latest.state !== "dead" || wasStopped(latest)) return null;
  return (
    <p className={css.message}>
      <IconMailOff size={16} aria-hidden />
      {t("notDelivered", { channel })}
    </p>
  );
}
