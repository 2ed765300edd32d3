"use client";
import { useTranslations } from "use-intl/react";
import { Card } from "../../../ui/card.tsx";
import { Moment } from "../../../ui/moment.tsx";
import ui from "../../../ui/ui.module.css";
import { useDesk } from "../../session/desk.tsx";
import { MessageState } from "../../settings/messages/message-state.tsx";
import { reasonOf } from "../../settings/messages/outbox-reason.ts";
import { useTemplateName } from "../../settings/messages/use-template-name.ts";
import css from "../bookings.module.css";
import type { Booking } from "../use-decisions.ts";

type Message = Booking["messages"][number];

/** The messages to the guest, with their channel and time, and why one was not sent. */
export function GuestMessages({ booking }: { booking: Booking }) {
  const t = useTranslations("bookings");
  const channels = useTranslations("channels");
  const outbox = useTranslations("outbox");
  const nameOf = useTemplateName();
  const timeZone = useDesk().zoneOf(booking.store.id);
  if (booking.messages.length === 0) return null;
  return (
    <Card title={t("messages")}>
      <ul className={css.messages}>
        {booking.messages.map((message) => {
          const { kind, channel, lastError } = message;
          const { at, words } = whenOf(message);
          return (
            <li key={`${kind} ${message.createdAt}`}>
              {nameOf(kind)} <MessageState of={message} />
              <div className={`${ui.quiet} ${ui.small}`}>
                {t.rich(`message.${words}`, {
                  channel: channels(channel),
                  time: () => <Moment time={at} timeZone={timeZone} />,
                })}
              </div>
              {lastError === null ? null : (
                <div className={ui.small}>{outbox(`reasons.${reasonOf(lastError)}`)}</div>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Returns the time to show for a message, and the key of its text. */
function whenOf({ state, createdAt, nextAttemptAt, endedAt }: Message) {
  if (state !== "waiting") return { at: endedAt ?? createdAt, words: "ended" } as const;
  // a message that is due waits for a sender
  return Date.parse(nextAttemptAt) > Date.now()
    ? ({ at: nextAttemptAt, words: "due" } as const)
    : ({ at: createdAt, words: "since" } as const);
}
