"use client";
import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { addDays } from "../../ui/days.ts";
import { useAddress } from "../../ui/use-address.ts";
import { useKeys } from "../../ui/use-keys.ts";

type BookingsBarProps = {
  day: string;
  today: string;
  isWeek: boolean;
  /** The days shown; the link to the list has the same days and store. */
  span: { readonly from: string; readonly to: string };
  storeId: number;
};

/** Chooses the day or week. Arrows move to the next or previous day or week. */
export function BookingsBar({ day, today, isWeek, span, storeId }: BookingsBarProps) {
  const t = useTranslations("bookings");
  const { replace } = useAddress();
  const step = isWeek ? 7 : 1;
  const go = (count: number) => replace({ day: addDays(day, count * step) });
  useKeys({ ArrowLeft: () => go(-1), ArrowRight: () => go(1), t: () => replace({ day: null }) });
  return (
    <Group mb="md" gap="sm" role="search" aria-label={t("when")}>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="default" size={36} aria-label={t("before")} onClick={() => go(-1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <TextInput
          type="date"
          aria-label={t("day")}
          value={day}
          onChange={({ currentTarget }) => replace({ day: currentTarget.value || null })}
        />
        <ActionIcon variant="default" size={36} aria-label={t("after")} onClick={() => go(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Button variant="default" disabled={day === today} onClick={() => replace({ day: null })}>
        {t("today")}
      </Button>
      <Button
        variant="default"
        aria-pressed={isWeek}
        onClick={() => replace({ view: isWeek ? null : "week" })}
      >
        {t(isWeek ? "showDay" : "showWeek")}
      </Button>
      <Button
        component={Link}
        variant="default"
        href={`/bookings/list?${new URLSearchParams({ ...span, store: String(storeId) })}`}
      >
        {t("showList")}
      </Button>
    </Group>
  );
}
