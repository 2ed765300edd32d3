"use client";
import { useFormatter, useTranslations } from "use-intl/react";
import { addDays } from "../../ui/days.ts";
import css from "./overview.module.css";

type SeriesProps = {
  of: readonly { at: string; kind: string; count: number }[];
  from: string;
  days: number;
};

/** Redemptions by hour or day. Bars for the eye; screen readers get each as a sentence. */
export function Series({ of, from, days }: SeriesProps) {
  const t = useTranslations("overview");
  const format = useFormatter();
  const length = days === 1 ? 24 : days;
  const slots = Array.from({ length }, (_, index) =>
    days === 1 ? `${from}T${String(index).padStart(2, "0")}` : addDays(from, index),
  );
  const sums = slots.map((slot) =>
    of.reduce((sum, { at, count }) => (at === slot ? sum + count : sum), 0),
  );
  const most = Math.max(1, ...sums);
  const nameOf = (slot: string) =>
    slot.includes("T")
      ? `${slot.slice(11)}:00`
      : format.dateTime(new Date(`${slot}T00:00:00Z`), {
          timeZone: "UTC",
          day: "numeric",
          month: "short",
        });
  return (
    <ul className={css.series}>
      {slots.map((slot, index) => {
        const count = sums[index] ?? 0;
        const isNamed = index % Math.ceil(length / 8) === 0;
        return (
          <li key={slot} title={t("bar", { at: nameOf(slot), count })}>
            <span className={css.hidden}>{t("bar", { at: nameOf(slot), count })}</span>
            <span aria-hidden className={css.bar} style={{ height: `${(count / most) * 100}%` }} />
            <span aria-hidden className={css.tick}>
              {isNamed ? nameOf(slot) : ""}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
