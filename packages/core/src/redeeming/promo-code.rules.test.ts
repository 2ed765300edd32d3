import { describe, expect, test } from "vitest";
import { kemang } from "../testing/values.ts";
import { checkPromoCode, isWithinHours, type PromoCode } from "./promo-code.rules.ts";

const hello: PromoCode = {
  id: 8,
  code: "HELLO",
  name: "Hello",
  isActive: true,
  startDate: null,
  endDate: null,
  startTime: null,
  endTime: null,
  maxUses: null,
  maxUsesPerCustomer: null,
  uses: 0,
  usesByCustomer: 0,
  stores: [],
  channels: [],
  extraData: {},
};

describe("hours", () => {
  const day = { startTime: "09:00:00", endTime: "17:00:00" };
  const night = { startTime: "22:00:00", endTime: "02:00:00" };
  const from = { startTime: "17:00:00", endTime: null };
  const until = { startTime: null, endTime: "10:30:00" };
  const moment = { startTime: "12:00:00", endTime: "12:00:00" };
  const always = { startTime: null, endTime: null };

  test.each<[string, typeof day | typeof from | typeof until | typeof always, string, boolean]>([
    ["by day, before", day, "08:59:59", false],
    ["by day, first second", day, "09:00:00", true],
    ["by day, within", day, "12:34:56", true],
    ["by day, last second", day, "17:00:00", true],
    ["by day, after", day, "17:00:01", false],
    ["over midnight, before", night, "21:59:59", false],
    ["over midnight, first second", night, "22:00:00", true],
    ["over midnight, the day's last second", night, "23:59:59", true],
    ["over midnight, midnight", night, "00:00:00", true],
    ["over midnight, last second", night, "02:00:00", true],
    ["over midnight, after", night, "02:00:01", false],
    ["over midnight, noon", night, "12:00:00", false],
    ["open end, before", from, "16:59:59", false],
    ["open end, the day's last second", from, "23:59:59", true],
    ["open start, midnight", until, "00:00:00", true],
    ["open start, after", until, "10:30:01", false],
    ["one second, in it", moment, "12:00:00", true],
    ["one second, after it", moment, "12:00:01", false],
    ["no hours", always, "00:00:00", true],
    ["no hours, last second", always, "23:59:59", true],
  ])("%s", (_, hours, time, within) => {
    expect(isWithinHours(hours, time)).toBe(within);
  });
});

describe("the day of hours that run over midnight is the one on which they began", () => {
  const eve = { startDate: "2026-12-31", endDate: "2026-12-31" };
  const night = { ...hello, ...eve, startTime: "22:00:00", endTime: "02:00:00" };
  test.each([
    [night, "2026-12-31", "00:30:00", "This promo code starts on 2026-12-31"],
    [night, "2026-12-31", "02:00:00", "This promo code starts on 2026-12-31"],
    [night, "2026-12-31", "12:00:00", "This promo code works from 22:00 until 02:00"],
    [night, "2026-12-31", "23:30:00", undefined],
    [night, "2027-01-01", "00:30:00", undefined],
    [night, "2027-01-01", "02:00:00", undefined],
    [night, "2027-01-01", "02:00:01", "This promo code expired on 2026-12-31"],
    [night, "2027-01-01", "22:00:00", "This promo code expired on 2026-12-31"],
    [{ ...night, endDate: null }, "2027-01-01", "00:30:00", undefined],
    [{ ...hello, ...eve, endTime: "02:00:00" }, "2026-12-31", "00:30:00", undefined],
  ])("%# on %s at %s", (promo, today, time, message) => {
    const store = { ...kemang, today, time };
    expect(checkPromoCode(promo, { store, channel: 2 })?.message).toBe(message);
  });
});

describe("a promo code", () => {
  test.each<[string, PromoCode | null, string | undefined, string | undefined]>([
    ["without limits", hello, undefined, undefined],
    ["unknown", null, "invalid_promo_code", "Promo code not found"],
    [
      "inactive",
      { ...hello, isActive: false },
      "promo_code_not_available",
      "This promo code is not active",
    ],
    [
      "not started",
      { ...hello, startDate: "2026-11-22" },
      "promo_code_not_available",
      "This promo code starts on 2026-11-22",
    ],
    [
      "ended",
      { ...hello, endDate: "2026-11-20" },
      "promo_code_not_available",
      "This promo code expired on 2026-11-20",
    ],
    [
      "elsewhere",
      { ...hello, stores: [31] },
      "promo_code_not_available",
      "This promo code is not available at Kemang",
    ],
    [
      "on another channel",
      { ...hello, channels: [3] },
      "promo_code_not_available",
      "This promo code is available on these channels only: Kiosk",
    ],
    [
      "outside its hours",
      { ...hello, startTime: "17:00:00", endTime: "19:30:00" },
      "promo_code_not_available",
      "This promo code works from 17:00 until 19:30",
    ],
    [
      "after its hours, start open",
      { ...hello, endTime: "11:00:00" },
      "promo_code_not_available",
      "This promo code works until 11:00",
    ],
    [
      "before its hours, end open",
      { ...hello, startTime: "13:00:00" },
      "promo_code_not_available",
      "This promo code works from 13:00",
    ],
    ["one use left", { ...hello, maxUses: 10, uses: 9 }, undefined, undefined],
    [
      "used up",
      { ...hello, maxUses: 10, uses: 10 },
      "promo_code_limit_reached",
      "This promo code is used up",
    ],
    [
      "one left for the customer",
      { ...hello, maxUsesPerCustomer: 2, uses: 99, usesByCustomer: 1 },
      undefined,
      undefined,
    ],
    [
      "used up by the customer",
      { ...hello, maxUsesPerCustomer: 2, usesByCustomer: 2 },
      "promo_code_limit_reached",
      "This customer has used this promo code 2 time(s), the most that is allowed",
    ],
  ])("%s", (_, promo, code, message) => {
    const refusal = checkPromoCode(promo, { store: kemang, channel: 2 });
    expect([refusal?.code, refusal?.message]).toEqual([code, message]);
  });

  test("staff see the limit and the count", () => {
    const used = { ...hello, maxUses: 10, uses: 10 };
    expect(checkPromoCode(used, { store: kemang, channel: null })).toMatchObject({
      rule: "uses in total",
      expected: "fewer than 10",
      found: "10",
    });
  });
});
