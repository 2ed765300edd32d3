import { expect, test } from "vitest";
import {
  isInSlot,
  openHoursOf,
  shownHours,
  slotsIn,
  spansText,
} from "../src/features/bookings/open-hours.ts";

const day = (...spans: readonly (readonly [string, string])[]) => ({
  date: "2027-12-24",
  name: null,
  hours: spans.map(([from, to]) => ({ from, to })),
});
const hoursOf = (...given: Parameters<typeof openHoursOf>) => [...(openHoursOf(...given) ?? [])];

test("an hour is open if a part of it is", () => {
  expect(hoursOf(day(["09:30", "11:00"], ["17:00", "18:01"]), undefined)).toEqual([
    ...["09", "10"],
    ...["17", "18"],
  ]);
});

test("a span may run past midnight, from the day before too", () => {
  expect(hoursOf(day(["22:00", "02:00"]), day(["20:00", "01:30"]))).toEqual([
    ...["00", "01"],
    ...["22", "23"],
  ]);
  expect(hoursOf(day(), day(["20:00", "23:00"]))).toEqual([]);
  expect(hoursOf(day(["00:00", "00:00"]), undefined)).toHaveLength(24);
});

test("a store without hours is always open", () => {
  expect(openHoursOf({ ...day(), hours: null }, undefined)).toBeNull();
});

test("a day shows its hours from the first that is open or booked to the last one", () => {
  const open = new Set(["10", "11", "13"]);
  expect(shownHours(open, new Set(["09"]))).toEqual(["09", "10", "11", "12", "13"]);
  expect(shownHours(null, new Set(["19", "21"]))).toEqual(["19", "20", "21"]);
  expect(shownHours(new Set(), new Set())).toEqual([]);
});

test("spans are written one after the other", () => {
  expect(spansText(day(["10:00", "14:00"], ["18:00", "22:00"]).hours)).toBe(
    "10:00–14:00, 18:00–22:00",
  );
});

test("a slot has the times from its start until the next one", () => {
  const slots = { minutes: 15, covers: 40 };
  expect(slotsIn("19", slots)).toEqual(["19:00", "19:15", "19:30", "19:45"]);
  const starts = slotsIn("19", slots).filter((start) => isInSlot("19:29:00", start, slots));
  expect(starts).toEqual(["19:15"]);
  expect(isInSlot("18:15:00", "19:15", slots)).toBe(false);
  expect(slotsIn("19", { minutes: 60, covers: 40 })).toEqual(["19:00"]);
});
