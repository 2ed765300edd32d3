"use client";
import { useTranslations } from "use-intl/react";
import { trpc } from "../../rpc/client.ts";
import { failureOf } from "../../rpc/failure.ts";
import { Card } from "../../ui/card.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { RefusedPage } from "../../ui/refusal.tsx";
import { Skeletons } from "../../ui/skeletons.tsx";
import { useDesk } from "../session/desk.tsx";
import { BookingCard } from "./booking-card.tsx";
import { MatchBooking } from "./match-booking.tsx";

/** One booking, at its own address. */
export function BookingPage({ id }: { id: number }) {
  const t = useTranslations("bookings");
  const { zoneOf } = useDesk();
  const { data, error } = trpc.staff.bookings.get.useQuery({ id });
  if (error)
    return (
      <>
        <PageTitle title={t("one", { id: String(id) })} />
        <RefusedPage failed={failureOf(error)} list="/bookings" words="bookings" />
      </>
    );
  if (!data) return <Skeletons count={2} height={96} />;
  const timeZone = zoneOf(data.store.id);
  return (
    <div style={{ display: "grid", gap: 16, maxWidth: 640 }}>
      <PageTitle title={t("one", { id: String(id) })} />
      <BookingCard booking={data} withDay />
      <MatchBooking booking={data} />
      <Card>
        <Facts
          facts={[
            [t("store"), <bdi key="store">{data.store.name}</bdi>],
            [t("claimed"), <bdi key="user">{data.user}</bdi>],
            [t("askedAt"), <Moment key="asked" time={data.createdAt} timeZone={timeZone} />],
            [
              t("decidedAt"),
              data.decidedAt && <Moment key="decided" time={data.decidedAt} timeZone={timeZone} />,
            ],
            [
              t("decidedBy"),
              data.decidedBy && <bdi key="by">{data.decidedBy.name ?? data.decidedBy.id}</bdi>,
            ],
          ]}
        />
      </Card>
    </div>
  );
}
