import { describe, expect, test } from "vitest";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { addBooking } from "../index.ts";

const t = harnessOfFile();

const span = (from: string, to: string) => ({ from, to });
/** Dinner on Fridays until 02:00 and on Saturdays; closed on other days. 25 December 2027 is a Saturday. */
const openingHours = { "5": [span("18:00", "02:00")], "6": [span("18:00", "23:00")] };
const christmas = { date: "2027-12-25", hours: [], name: "Christmas" };
const unnamed = { date: "2027-12-18", hours: [], name: "" };
const lunch = { date: "2027-12-11", hours: [span("11:00", "14:00")], name: "Fair" };
/** New Year's Eve is a Friday; the store has hours of its own until 04:00. */
const eve = { date: "2027-12-31", hours: [span("20:00", "04:00")], name: "" };
const market = { date: "2027-12-06", hours: [span("08:00", "12:00")], name: "" };
const specialDays = [christmas, unnamed, lunch, eve, market];

/** Books a table in a store with these days, on 1 December 2027. */
async function at(date: string, time: string, hours: typeof openingHours | null = openingHours) {
  const merchant = await t.given.merchant();
  const store = { name: "Kemang", openingHours: hours, specialDays };
  const { id } = await t.given.store(merchant, store);
  const deps = { ...t.deps, clockOffsetMs: t.offsetTo("2027-12-01T00:00:00Z") };
  const guest = { user: "ani@example.com", phone: "5551234", numberOfPeople: 4, notes: null };
  return addBooking(deps, { ...guest, store: id, date, time });
}

describe("open", () => {
  test.each([
    ["on a weekday that is closed otherwise", "2027-12-06", "08:00"],
    ["in the day's own hours", "2027-12-11", "13:59"],
    ["past the midnight that ends such a day", "2028-01-01", "03:59"],
    ["after the midnight of the evening before, on a closed day", "2027-12-25", "01:59"],
    ["on other days of that weekday", "2027-12-04", "22:00"],
  ])("%s", async (_, date, time) => {
    expect(await at(date, time)).toMatchObject({ date, time: `${time}:00` });
  });

  test("at any time of other days, if no hours are set", async () => {
    expect(await at("2027-12-26", "04:00", null)).toMatchObject({ date: "2027-12-26" });
  });
});

describe("closed", () => {
  const isClosed = (day: string) => `The store is closed on ${day}.`;
  test.each([
    ["on a day with a name", "2027-12-25", "19:00", "date", isClosed("2027-12-25 (Christmas)")],
    ["on one without", "2027-12-18", "19:00", "date", isClosed("2027-12-18")],
    [
      "in the weekday's hours",
      "2027-12-11",
      "19:00",
      "time",
      "Kemang is open from 11:00 to 14:00 on 2027-12-11 (Fair)",
    ],
  ])("%s", async (_, date, time, field, message) => {
    expect(await refusalOf(at(date, time))).toMatchObject({ code: "invalid", field, message });
  });

  test("even if no hours are set", async () => {
    const message = isClosed("2027-12-25 (Christmas)");
    expect(await refusalOf(at("2027-12-25", "01:00", null))).toMatchObject({ message });
  });
});
