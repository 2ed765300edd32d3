import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addBooking, type Span } from "../index.ts";
import { weekdayOf } from "./opening-hours.rules.ts";

const t = harnessOfFile();

/** A bar on Friday until 02:00, lunch and dinner on Saturday, all of Sunday. Closed on other days. */
const hours: Record<string, Span[]> = {
  "5": [{ from: "18:00", to: "02:00" }],
  "6": [
    { from: "11:00", to: "14:30" },
    { from: "18:00", to: "00:00" },
  ],
  "7": [{ from: "00:00", to: "00:00" }],
  "3": [],
};
/** Books a table in a store with these hours, on 15 November. */
async function at(date: string, time: string, openingHours: Record<string, Span[]> | null = hours) {
  const merchant = await t.given.merchant();
  const { id: store } = await t.given.store(merchant, { name: "Kemang", openingHours });
  const deps = { ...t.deps, clockOffsetMs: t.offsetTo("2026-11-15T00:00:00Z") };
  const guest = { user: "ani@example.com", phone: "5551234", numberOfPeople: 4, notes: null };
  return addBooking(deps, { ...guest, store, date, time });
}

test.each([
  ["2026-11-16", 1],
  ["2026-11-21", 6],
  ["2026-11-22", 7],
  ["2028-02-29", 2],
])("%s is weekday %i", (date, weekday) => expect(weekdayOf(date)).toBe(weekday));

describe("open", () => {
  test.each([
    ["from the first minute of a span", "2026-11-21", "11:00"],
    ["through its last", "2026-11-21", "14:29"],
    ["in the second span", "2026-11-21", "18:00"],
    ["to midnight", "2026-11-21", "23:59"],
    ["in the evening that runs over midnight", "2026-11-20", "23:00"],
    ["and after it, on the next day", "2026-11-21", "01:59"],
    ["round the clock", "2026-11-22", "04:00"],
    ["at the first minute of such a day", "2026-11-22", "00:00"],
  ])("%s", async (_, date, time) => {
    expect(await at(date, time)).toMatchObject({ date, time: `${time}:00` });
  });

  test("always, where nothing is said of hours", async () => {
    expect(await at("2026-11-16", "04:00", null)).toMatchObject({ status: "Requested" });
  });

  test("on Monday, what Sunday runs over midnight", async () => {
    const late = { "7": [{ from: "20:00", to: "03:00" }] };
    expect(await at("2026-11-23", "02:59", late)).toMatchObject({ time: "02:59:00" });
    expect(await refusalOf(at("2026-11-23", "03:00", late))).toMatchObject({ field: "date" });
  });
});

describe("closed", () => {
  const saturday = "Kemang is open from 11:00 to 14:30 and from 18:00 to 00:00 on Saturdays";
  test.each([
    ["between spans", "2026-11-21", "15:00", "time", saturday],
    ["at a span's end", "2026-11-21", "14:30", "time", saturday],
    ["when the evening before is over", "2026-11-21", "02:00", "time", saturday],
    [
      "before the evening",
      "2026-11-20",
      "17:59",
      "time",
      "Kemang is open from 18:00 to 02:00 on Fridays",
    ],
    [
      "after midnight, of the evening to come",
      "2026-11-20",
      "01:00",
      "time",
      "Kemang is open from 18:00 to 02:00 on Fridays",
    ],
    ["on a day that is not there", "2026-11-16", "12:00", "date", "Kemang is closed on Mondays"],
    ["on a day without spans", "2026-11-18", "12:00", "date", "Kemang is closed on Wednesdays"],
  ])("%s", async (_, date, time, field, message) => {
    expect(await refusalOf(at(date, time))).toMatchObject({ code: "invalid", field, message });
  });

  test("every day, where no day has a span", async () => {
    expect(await refusalOf(at("2026-11-21", "12:00", {}))).toMatchObject({ field: "date" });
  });
});
