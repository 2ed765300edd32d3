import { describe, expect, test } from "vitest";
import type { BookingInput } from "../types.ts";
import {
  checkBookingInput,
  checkClaim,
  checkDay,
  checkNumberOfPeople,
  checkPhone,
  checkTimeOfDay,
  MOST_PEOPLE,
} from "./booking-input.rules.ts";

describe("who says to come", () => {
  test.each([
    "ani@example.com",
    "Ani@Example.COM",
    "änï@bücher.example",
    "M0001",
    "m-1/2.3_4",
    "7",
    "会員7",
    "M 001",
    "--",
    "Ani Wijaya",
    "x".repeat(255),
    "😀".repeat(255),
  ])("%s could be a customer", (user) => expect(checkClaim(user)).toBeNull());

  test.each([
    ["blank", " "],
    ["an email without its host", "ani@"],
    ["an email at one machine", "ani@localhost"],
    ["an email without its name", "@example.com"],
    ["two emails in one", "ani@example@com"],
    ["an email with a blank", "ani w@example.com"],
    ["a control character", "M\u00071"],
    ["too long", "x".repeat(256)],
    ["too long in characters", "😀".repeat(256)],
  ])("%s cannot", (_, user) => {
    expect(checkClaim(user)).toEqual({
      code: "invalid",
      field: "user",
      message: "An email address or a Member ID is expected.",
    });
  });

  test("a number is its digits", () => expect(checkClaim(42)).toBeNull());
});

describe("a day", () => {
  test.each(["2026-11-21", "2028-02-29", "9999-12-31", "0001-01-01"])("%s is one", (date) =>
    expect(checkDay(date)).toBeNull(),
  );
  test.each([
    "2026-02-29",
    "2026-13-01",
    "2026-11-31",
    "2026-00-10",
    "0000-01-01",
    "21-11-2026",
    "2026-1-2",
    "2026-11-21T00:00",
    "tomorrow",
    "",
  ])("%s is none", (date) => {
    expect(checkDay(date)).toMatchObject({ code: "invalid", field: "date" });
  });
  test("lies on the field that it came in", () => {
    expect(checkDay("x", "from")?.field).toBe("from");
  });
});

describe("a time of day", () => {
  test.each(["00:00", "09:05", "19:30", "23:59"])("%s is one", (time) =>
    expect(checkTimeOfDay(time)).toBeNull(),
  );
  test.each(["24:00", "7:30", "19:60", "19:30:00", "7pm", "19.30", ""])("%s is none", (time) => {
    expect(checkTimeOfDay(time)).toMatchObject({ code: "invalid", field: "time" });
  });
});

describe("a phone number", () => {
  test.each([
    "110",
    "5551234",
    "021-555 1234",
    "(021) 555.1234",
    "0812/3456/7890",
    "+62 812 3456 7890",
    "(+62) 812-3456-7890",
    "+49 (0)30 123456",
    " 08123456789 ",
    "123456789012345",
  ])("%s is one", (phone) => expect(checkPhone(phone)).toBeNull());
  test.each([
    ["too few digits", "12"],
    ["too many digits", "1234567890123456"],
    ["words", "call me"],
    ["a letter among digits", "0812x3456"],
    ["two pluses", "++62812345678"],
    ["a plus in the middle", "62+812345678"],
    ["other digits than these", "٠٨١٢٣٤٥٦"],
    ["a line break", "0812\n3456"],
    ["only signs", "+()"],
  ])("%s: none", (_, phone) => {
    expect(checkPhone(phone)).toMatchObject({ code: "invalid", field: "phone" });
  });
});

describe("how many come", () => {
  test.each([1, 2, MOST_PEOPLE])("%i", (people) => expect(checkNumberOfPeople(people)).toBeNull());
  test.each([0, -1, 1.5, Number.NaN, MOST_PEOPLE + 1])("not %d", (people) => {
    expect(checkNumberOfPeople(people)).toMatchObject({
      code: "invalid",
      field: "number_of_people",
    });
  });
});

test("the first wrong one is told, in the order of the parameter table", () => {
  const wrong: BookingInput = {
    user: "@",
    store: 32,
    date: "x",
    time: "x",
    phone: "x",
    numberOfPeople: 0,
    notes: null,
  };
  const mended: Partial<BookingInput>[] = [
    {},
    { user: "M1" },
    { date: "2026-11-21" },
    { time: "19:30" },
    { phone: "110" },
    { numberOfPeople: 1 },
  ];
  const fields = mended.map((_, at) => {
    const input: BookingInput = Object.assign({}, wrong, ...mended.slice(0, at + 1));
    return checkBookingInput(input)?.field;
  });
  expect(fields).toEqual(["user", "date", "time", "phone", "number_of_people", undefined]);
});
