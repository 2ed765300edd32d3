import { expect, test } from "vitest";
import { type BookingStore, hasPassed, isTooLarge } from "./booking.rules.ts";

/** A store on a Saturday at 12:30. */
const kemang: BookingStore = {
  ...{ id: 32, name: "Kemang", today: "2026-11-21", time: "12:30:45", largestParty: 20 },
  ...{ openingHours: null, specialDay: null },
};

test.each([
  ["a day", { date: "2026-11-20", time: "23:59" }, "date"],
  ["a minute", { date: "2026-11-21", time: "12:29" }, "time"],
])("%s that has passed is refused at its field", (_, at, field) => {
  expect(hasPassed(kemang, at)).toMatchObject({
    field,
    message: "This is in the past: at Kemang it is 2026-11-21 12:30",
    found: `${at.date} ${at.time}`,
  });
});

test("a party that is too large is refused at the field of who books", () => {
  expect(isTooLarge(kemang, 21, "numberOfPeople")).toMatchObject({
    field: "numberOfPeople",
    message: "Kemang seats at most 20 people together",
  });
});
