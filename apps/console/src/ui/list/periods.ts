import { addDays } from "../days.ts";

/** A period that staff choose by its name. */
export type Preset = { readonly name: PresetName; readonly from: string; readonly to: string };
export type PresetName = (typeof past)[number] | (typeof ahead)[number];

const past = ["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth"] as const;
const ahead = ["today", "tomorrow", "next7", "thisMonth"] as const;

/**
 * Returns the named periods, counted from `today`: past ones, or those ahead, as for bookings. Days are
 * `YYYY-MM-DD`.
 */
export function presetsOn(today: string, direction: "past" | "ahead"): readonly Preset[] {
  const names = direction === "past" ? past : ahead;
  return names.map((name) => ({ name, ...daysOf(name, today) }));
}

function daysOf(name: PresetName, today: string): { from: string; to: string } {
  const first = `${today.slice(0, 8)}01`;
  const lastOfLast = addDays(first, -1);
  // the day that is 31 days after a month's first day is in the next month
  const firstOfNext = `${addDays(first, 31).slice(0, 8)}01`;
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "tomorrow":
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case "last7":
      return { from: addDays(today, -6), to: today };
    case "last30":
      return { from: addDays(today, -29), to: today };
    case "next7":
      return { from: today, to: addDays(today, 6) };
    case "thisMonth":
      return { from: first, to: addDays(firstOfNext, -1) };
    case "lastMonth":
      return { from: `${lastOfLast.slice(0, 8)}01`, to: lastOfLast };
  }
}
