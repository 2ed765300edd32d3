"use client";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { useDesk } from "../session/desk.tsx";

/** Opens the form of a new booking, for the day that is shown. */
export function AddBooking({ day }: { day?: string }) {
  const t = useTranslations("bookings");
  const { may } = useDesk();
  if (!may("staff.bookings.add")) return null;
  return (
    <Button
      component={Link}
      href={day ? `/bookings/new?day=${day}` : "/bookings/new"}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t("add")}
    </Button>
  );
}
