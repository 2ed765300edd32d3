import { describe, expect, test } from "vitest";
import type { BookingInput } from "../types.ts";
import { type BookingStore, checkBooking } from "./booking.rules.ts";

/** A store on a Saturday at 12:30. */
const kemang: BookingStore = {
  id: 32,
  name: "Kemang",
  isActive: true,
  today: "2026-11-21",
  time: "12:30:45",
  skipsTime: false,
  largestParty: 20,
  openingHours: null,
};
const wish: BookingInput = {
  user: "ani@example.com",
  store: 32,
  date: "2026-11-21",
  time: "19:30",
  phone: "081234567890",
  numberOfPeople: 4,
  notes: null,
};
type Case = [
  what: string,
  store: Partial<BookingStore> | null,
  input: Partial<BookingInput>,
  code?: string,
  field?: string | undefined,
  message?: string,
];

const judged = (store: Partial<BookingStore> | null, input: Partial<BookingInput>) =>
  checkBooking(store && { ...kemang, ...store }, { ...wish, ...input });

describe("a booking is taken", () => {
  test.each<Case>([
    ["for tonight", {}, {}],
    ["for the minute that runs", {}, { time: "12:30" }],
    ["for the largest party", {}, { numberOfPeople: 20 }],
    ["for any party where there is no limit", { largestParty: null }, { numberOfPeople: 10_000 }],
    ["for any day to come", {}, { date: "9999-12-31" }],
    ["when the store is open", { openingHours: { "6": [{ from: "18:00", to: "22:00" }] } }, {}],
  ])("%s", (_, store, input) => expect(judged(store, input)).toBeNull());
});

describe("a booking is refused", () => {
  test.each<Case>([
    ["at no store", null, {}, "invalid_store", undefined, "Store not found"],
    [
      "at a store that is closed down",
      { isActive: false },
      {},
      "invalid_store",
      undefined,
      "Store Kemang is not active",
    ],
    [
      "F10: for a time that the clock skips",
      { skipsTime: true },
      {},
      "invalid",
      "time",
      "19:30 does not exist on 2026-11-21: the clocks go forward.",
    ],
    [
      "for a day past",
      {},
      { date: "2026-11-20", time: "23:59" },
      "invalid",
      "date",
      "This is in the past: at Kemang it is 2026-11-21 12:30",
    ],
    [
      "for a minute past",
      {},
      { time: "12:29" },
      "invalid",
      "time",
      "This is in the past: at Kemang it is 2026-11-21 12:30",
    ],
    [
      "for too many",
      {},
      { numberOfPeople: 21 },
      "invalid",
      "number_of_people",
      "Kemang seats at most 20 people together",
    ],
    [
      "when the store is not open",
      { openingHours: { "6": [{ from: "11:00", to: "14:30" }] } },
      {},
      "invalid",
      "time",
      "Kemang is open from 11:00 to 14:30 on Saturdays",
    ],
  ])("%s", (_, store, input, code, field, message) => {
    const refusal = judged(store, input);
    expect([refusal?.code, refusal?.field, refusal?.message]).toEqual([code, field, message]);
  });
});

test("input first, then the store, then time, hours and party", () => {
  const inactive = { isActive: false, openingHours: {} };
  const past = { date: "2020-01-01", numberOfPeople: 21 };
  expect(judged(null, { phone: "x" })?.field).toBe("phone");
  expect(judged(inactive, past)?.code).toBe("invalid_store");
  expect(judged({ openingHours: {} }, past)?.rule).toMatch(/passed/);
  expect(judged({ openingHours: {} }, { numberOfPeople: 21 })?.rule).toMatch(/open/);
});
