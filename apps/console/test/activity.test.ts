import { expect, test } from "vitest";
import { bookedUntil, loadedUntil, mergeLoaded } from "../src/features/customers/activity.ts";

const at = (hour: number) => ({ at: `2026-11-24T${hour}:00:00Z` });
const row = (hour: number) => ({ createdAt: `2026-11-24T${hour}:00:00Z` });

test("lists are merged by time, down to where one of them is not loaded", () => {
  const full = { events: [at(22), at(15), at(11)], until: null };
  const cut = loadedUntil({ data: { pages: [{ items: [row(20), row(14)] }] }, hasNextPage: true });
  const part = { events: [at(20), at(14)], until: cut };
  expect(mergeLoaded([full, part])).toEqual([at(22), at(20), at(15), at(14)]);
  expect(mergeLoaded([full, { ...part, until: null }]).at(-1)).toEqual(at(11));
  expect(loadedUntil({ data: { pages: [] }, hasNextPage: false })).toBeNull();
});

test("bookings are all loaded from the end of the last loaded visit's day on", () => {
  const pages = [{ items: [{ date: "2026-11-26" }, { date: "2026-11-20" }] }];
  expect(bookedUntil({ data: { pages }, hasNextPage: true })).toBe("2026-11-21T12:00:00.000Z");
  expect(bookedUntil({ data: { pages }, hasNextPage: false })).toBeNull();
});
