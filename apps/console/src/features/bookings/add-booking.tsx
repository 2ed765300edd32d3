"use client";
import { Button, Group } from "@mantine/core";
import { IconPlus, IconWalk } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { useDesk } from "../session/desk.tsx";

/** Opens the form of a new booking, for the day that is shown, or the form for guests who have come. */
export function AddBooking({ day }: { day?: string }) {
  const t = useTranslations("bookings");
  const { may } = useDesk();
  return (
    <Group gap="sm">
      {may("staff.bookings.addWalkIn") ? (
        <Button
          component={Link}
          href="/bookings/new?seat=now"
          variant="default"
          leftSection={<IconWalk size={18} aria-hidden />}
        >
          {t("walkIn")}
        </Button>
      ) : null}
      {may("staff.bookings.add") ? (
        <Button
          component={Link}
          href={day ? `/bookings/new?day=${day}` : "/bookings/new"}
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t("add")}
        </Button>
      ) : null}
    </Group>
  );
}
