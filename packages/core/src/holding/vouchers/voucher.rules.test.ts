import { describe, expect, test } from "vitest";
import { kemang } from "../../testing/values.ts";
import {
  addDays,
  checkVoucher,
  type HeldVoucher,
  lastDayOf,
  makeVoucher,
  type VoucherTemplate,
} from "./voucher.rules.ts";

const words = {
  pictureUrl: "p",
  shortDescription: "s",
  description: "d",
  instructions: "i",
  termsAndConditions: "t",
  extraData: { discount: 10 },
};
const shown = {
  id: 11,
  name: "Lunch",
  code: "ABC",
  isActive: true,
  startDate: null,
  endDate: null,
  value: "10.00",
  remainingValue: null,
  ...words,
};
const lunch: HeldVoucher = {
  ...shown,
  templateId: 3,
  customerId: 7,
  isRedeemed: false,
  stores: [],
  channels: [],
};
const template: VoucherTemplate = {
  id: 3,
  name: "Lunch",
  value: "10.00",
  isDynamic: false,
  validityDays: 31,
  ...words,
};

describe("whether it can be redeemed here and now", () => {
  test.each<[string, Partial<HeldVoucher>, string | undefined, string | undefined]>([
    ["open", {}, undefined, undefined],
    ["on its last day", { endDate: "2026-11-21" }, undefined, undefined],
    [
      "spent",
      { isRedeemed: true },
      "voucher_already_redeemed",
      "This voucher was already redeemed",
    ],
    ["expired", { endDate: "2026-11-20" }, "voucher_expired", "This voucher expired on 2026-11-20"],
    [
      "not started",
      { startDate: "2026-11-22" },
      "voucher_not_started",
      "This voucher starts on 2026-11-22",
    ],
    ["inactive", { isActive: false }, "voucher_not_available", "This voucher is not active"],
    [
      "elsewhere",
      { stores: [31] },
      "voucher_not_available",
      "This voucher is not available at Kemang",
    ],
    [
      "on another channel",
      { channels: [1] },
      "voucher_not_available",
      "This voucher is available on these channels only: Mobile App",
    ],
    [
      "spent before all else",
      { isRedeemed: true, isActive: false, endDate: "2026-11-20" },
      "voucher_already_redeemed",
      "This voucher was already redeemed",
    ],
  ])("%s", (_, change, code, message) => {
    const refusal = checkVoucher({ ...lunch, ...change }, { store: kemang, channel: 2 });
    expect([refusal?.code, refusal?.message]).toEqual([code, message]);
  });
});

describe("a new voucher", () => {
  const given = { id: 12, code: "NEW", today: "2026-11-21", value: "10.00", endDate: "2026-12-22" };
  const made = {
    ...words,
    id: 12,
    name: "Lunch",
    code: "NEW",
    isActive: true,
    startDate: "2026-11-21",
    endDate: "2026-12-22",
    value: "10.00",
    templateId: 3,
  };

  test.each<[string, VoucherTemplate, string | null, string | null, string | null]>([
    ["of a static template", template, "10.00", "10.00", null],
    ["of a dynamic template", { ...template, isDynamic: true }, "10.00", "10.00", "10.00"],
    ["with what was left", { ...template, isDynamic: true }, "2.50", "2.50", "2.50"],
    ["without a value", { ...template, value: null }, null, null, null],
  ])("%s", (_, of, value, shownValue, remainingValue) => {
    expect(makeVoucher(of, { ...given, value })).toEqual({
      ...made,
      value: shownValue,
      remainingValue,
    });
  });

  test.each<[string, number | null, string | null]>([
    ["31 days", 31, "2026-12-22"],
    ["no day more", 0, "2026-11-21"],
    ["without end", null, null],
  ])("valid for %s", (_, validityDays, endDate) => {
    expect(lastDayOf({ ...template, validityDays }, "2026-11-21")).toBe(endDate);
  });
});

test.each([
  ["2026-11-21", 1, "2026-11-22"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-02-28", 1, "2028-02-29"],
  ["2027-02-28", 1, "2027-03-01"],
  ["2027-03-13", 2, "2027-03-15"],
  ["2026-11-21", 0, "2026-11-21"],
  ["2026-11-21", 365, "2027-11-21"],
])("%s and %i day(s) is %s", (day, days, later) => {
  expect(addDays(day, days)).toBe(later);
});
