"use client";
import { ActionIcon, Button } from "@mantine/core";
import { IconPencil, IconScan } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { useDesk } from "../session/desk.tsx";
import css from "./bookings.module.css";
import type { Booking } from "./use-decisions.ts";

/** The statuses in which a booking can be edited. A Seated one keeps its day, time and store. */
export const editable: ReadonlySet<Booking["status"]> = new Set([
  "Requested",
  "Confirmed",
  "Seated",
]);

/** The statuses in which the guest is expected or here. */
const served: ReadonlySet<Booking["status"]> = new Set(["Confirmed", "Seated"]);

/** Links from a booking: to its form, and to the till with its customer once the day has come. */
export function BookingLinks({ booking, today }: { booking: Booking; today: string }) {
  const t = useTranslations("bookings");
  const { may } = useDesk();
  const { id, customer, date, status } = booking;
  return (
    <>
      {customer && served.has(status) && date <= today && may("staff.till.lookup") ? (
        <Button
          component={Link}
          href={`/till?customer=${customer.id}`}
          variant="default"
          leftSection={<IconScan size={16} aria-hidden />}
        >
          {t("toTill")}
        </Button>
      ) : null}
      {editable.has(status) && may("staff.bookings.change") ? (
        <ActionIcon
          component={Link}
          href={`/bookings/${id}/edit`}
          variant="default"
          size={36}
          className={css.edit}
          aria-label={t("edit")}
          title={t("edit")}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </>
  );
}
