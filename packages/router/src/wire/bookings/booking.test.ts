import type { GuestsBooking } from "@stampbook/core/bookings";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { required } from "../reading.ts";
import { Booking, claim, day, phone, presentBooking, timeOfDay } from "./booking.ts";

const added: GuestsBooking = {
  id: 11,
  storeId: 32,
  date: "2026-11-21",
  time: "19:30:00",
  phone: "5551234",
  numberOfPeople: 4,
  status: "Requested",
  link: "https://stamps.example.com/booking#v1",
};

test("a booking is shown without its user and its notes", () => {
  expect(Booking.parse(presentBooking(added))).toEqual({
    id: 11,
    store: 32,
    date: "2026-11-21",
    time: "19:30:00",
    phone: "5551234",
    number_of_people: 4,
    status: "Requested",
    link: "https://stamps.example.com/booking#v1",
  });
});

const input = z.object({
  user: required(claim),
  date: required(day),
  time: required(timeOfDay),
  phone: required(phone),
});
const fitting = { user: "M1", date: "2026-11-21", time: "19:30", phone: "110" };

describe("what is read", () => {
  test.each([
    ["user", " ani@example.com ", "ani@example.com"],
    ["user", 70077, 70077],
    ["phone", " 0812 ", " 0812 "],
    ["date", "2028-02-29", "2028-02-29"],
    ["time", "00:00", "00:00"],
  ])("%s %j is %j", (field, sent, read) => {
    expect(input.parse({ ...fitting, [field]: sent })).toEqual({ ...fitting, [field]: read });
  });
});

describe("what is refused", () => {
  test.each<[string, unknown, string]>([
    ["user", "a@", "invalid"],
    ["user", "", "required"],
    ["user", "x".repeat(256), "max_length"],
    ["user", {}, "invalid"],
    ["date", "2026-02-29", "invalid"],
    ["date", 20261121, "invalid"],
    ["date", "1".repeat(256), "max_length"],
    ["time", "24:00", "invalid"],
    ["time", null, "required"],
    ["phone", "12", "invalid"],
    ["phone", ["110"], "invalid"],
    ["phone", "110\0", "invalid"],
    ["phone", "1".repeat(256), "max_length"],
  ])("%s %j: %s", (field, sent, code) => {
    const { error } = input.safeParse({ ...fitting, [field]: sent });
    expect(error?.issues).toMatchObject([{ path: [field], params: { code } }]);
  });
});
