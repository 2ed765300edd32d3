"use client";
import { useTranslations } from "use-intl/react";
import { State } from "../../ui/state.tsx";
import css from "./bookings.module.css";
import { comingOf, peopleIn } from "./day-total.tsx";
import { isInSlot, type Slots, slotsIn } from "./open-hours.ts";
import type { Booking } from "./use-decisions.ts";

type SlotCoversProps = { hour: string; rows: readonly Booking[]; slots: Slots };

/** How many people come in each slot of an hour, of how many. Leaves out slots without bookings. */
export function SlotCovers({ hour, rows, slots }: SlotCoversProps) {
  const t = useTranslations("bookings");
  const coming = comingOf(rows);
  const taken = slotsIn(hour, slots)
    .map((start) => ({
      start,
      covers: peopleIn(coming.filter(({ time }) => isInSlot(time, start, slots))),
    }))
    .filter(({ covers }) => covers > 0);
  return (
    <ul className={css.slots}>
      {taken.map(({ start, covers }) => (
        <li key={start}>
          {start} {t("covers", { taken: covers, covers: slots.covers })}{" "}
          {covers >= slots.covers ? (
            <State tone={covers > slots.covers ? "bad" : "warn"}>
              {t(covers > slots.covers ? "over" : "full")}
            </State>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
