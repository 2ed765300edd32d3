"use client";
import { ActionIcon, Button, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "use-intl/react";
import { addDays, mondayOf } from "../../ui/days.ts";
import { DateField } from "../../ui/form/date-field.tsx";
import { NearDay } from "../../ui/moment.tsx";
import { useAddress } from "../../ui/use-address.ts";
import { useKeys } from "../../ui/use-keys.ts";
import css from "./bookings.module.css";

type BookingsBarProps = {
  day: string;
  today: string;
  isWeek: boolean;
};

/** Chooses the day or week, and names it. Arrows move to the next or previous day or week. */
export function BookingsBar({ day, today, isWeek }: BookingsBarProps) {
  const t = useTranslations("bookings");
  const { replace } = useAddress();
  const step = isWeek ? 7 : 1;
  const first = isWeek ? mondayOf(day) : day;
  const go = (count: number) => () => replace({ day: addDays(day, count * step) });
  useKeys({ ArrowLeft: go(-1), ArrowRight: go(1), t: () => replace({ day: null }) });
  return (
    <Group mb="md" gap="sm" role="search" aria-label={t("when")}>
      <Group gap={4} wrap="nowrap" className={css.days}>
        <ActionIcon variant="default" size={36} aria-label={t("before")} onClick={go(-1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <DateField
          aria-label={t("day")}
          value={day}
          onChange={(chosen) => replace({ day: chosen })}
          isSet
        />
        <ActionIcon variant="default" size={36} aria-label={t("after")} onClick={go(1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Button variant="default" disabled={day === today} onClick={() => replace({ day: null })}>
        {t("today")}
      </Button>
      <h2 className={css.shown}>
        <NearDay on={first} today={today} />
        {isWeek ? (
          <>
            {" – "}
            <NearDay on={addDays(first, 6)} today={today} />
          </>
        ) : null}
      </h2>
    </Group>
  );
}
