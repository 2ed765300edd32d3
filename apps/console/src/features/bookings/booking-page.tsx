"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { type Outputs, trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Day, Moment } from "../../ui/moment.tsx";
import { Columns } from "../../ui/object/object-header.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import ui from "../../ui/ui.module.css";
import { useDesk } from "../session/desk.tsx";
import { BookingCard } from "./booking-card.tsx";
import { MatchBooking } from "./match-booking.tsx";
import { GuestMessages } from "./messages/guest-messages.tsx";

/** How often a booking with a waiting message is read. */
const LOOK_AGAIN_MS = 10_000;

/** One booking, at its own address. */
export function BookingPage({ id }: { id: number }) {
  const t = useTranslations("bookings");
  const { data, error } = trpc.staff.bookings.get.useQuery(
    { id },
    {
      // the live stream has no messages
      refetchInterval: ({ state: { data } }) =>
        data?.messages.some(({ state }) => state === "waiting") ? LOOK_AGAIN_MS : false,
    },
  );
  if (error && !data)
    return (
      <>
        <PageTitle title={t("one", { id: String(id) })} />
        <RefusedPage failed={failureOf(error)} list="/bookings" words="bookings" />
      </>
    );
  if (!data) return <Skeletons count={2} height={96} />;
  return (
    <>
      <PageTitle title={t("one", { id: String(id) })} />
      <Columns
        main={
          <>
            <BookingCard booking={data} withDay />
            <MatchBooking booking={data} />
          </>
        }
        side={
          <>
            <BookingFacts booking={data} />
            <GuestMessages booking={data} />
          </>
        }
      />
    </>
  );
}

/** The facts of a booking: its store, who asked for it and when, and its last change. */
function BookingFacts({ booking }: { booking: Outputs["staff"]["bookings"]["get"] }) {
  const t = useTranslations("bookings");
  const timeZone = useDesk().zoneOf(booking.store.id);
  return (
    <Card>
      <Facts
        facts={[
          [t("store"), <bdi key="store">{booking.store.name}</bdi>],
          [
            t("day"),
            <Link key="day" className={ui.link} href={`/bookings?day=${booking.date}`}>
              <Day on={booking.date} />
            </Link>,
          ],
          [t("claimed"), <bdi key="user">{booking.user}</bdi>],
          [t("askedAt"), <Moment key="asked" time={booking.createdAt} timeZone={timeZone} />],
          [
            t("decidedAt"),
            booking.decidedAt && (
              <Moment key="decided" time={booking.decidedAt} timeZone={timeZone} />
            ),
          ],
          [
            t("decidedBy"),
            booking.decidedBy && (
              <bdi key="by">
                {booking.decidedBy.kind === "guest"
                  ? t("guest")
                  : (booking.decidedBy.name ?? booking.decidedBy.id)}
              </bdi>
            ),
          ],
        ]}
      />
    </Card>
  );
}
