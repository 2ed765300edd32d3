import { describe, expect, test } from "vitest";
import { ani, kemang } from "../testing/values.ts";
import {
  addDays,
  checkDynamic,
  checkOwner,
  checkTemplate,
  checkValue,
  checkVoucher,
  checkVoucherExists,
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
const gift: HeldVoucher = { ...lunch, remainingValue: "6.50" };
const template: VoucherTemplate = {
  id: 3,
  name: "Lunch",
  value: "10.00",
  isDynamic: false,
  validityDays: 31,
  ...words,
};

describe("who may redeem it", () => {
  test.each<[string, number | null, boolean, string | undefined]>([
    ["who holds it", 7, false, undefined],
    ["who holds it, by its code", 7, true, undefined],
    ["nobody's, by its code", null, true, undefined],
    ["nobody's, by its id", null, false, "invalid_voucher_owner"],
    ["another's", 8, false, "invalid_voucher_owner"],
    ["another's, by its code", 8, true, "invalid_voucher_owner"],
  ])("%s", (_, customerId, byCode, code) => {
    expect(checkOwner({ ...lunch, customerId }, ani, byCode)?.code).toBe(code);
  });

  test("the customer is named, the holder is not", () => {
    expect(checkOwner({ ...lunch, customerId: 8 }, ani)).toMatchObject({
      message: "This voucher is not owned by Ani",
      found: "another customer",
    });
  });
});

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

  test.each<[string, HeldVoucher | null, string | undefined]>([
    ["known", lunch, undefined],
    ["unknown", null, "invalid_voucher"],
  ])("%s", (_, voucher, code) => {
    expect(checkVoucherExists(voucher)?.code).toBe(code);
  });

  test.each([
    ["its template", 3, undefined],
    ["another template", 4, "invalid_voucher_template"],
  ])("the code of %s", (_, templateId, code) => {
    expect(checkTemplate(lunch, templateId)?.code).toBe(code);
  });
});

describe("a dynamic value", () => {
  test.each<[string, HeldVoucher, string | undefined]>([
    ["a voucher that has one", gift, undefined],
    ["one with nothing left has one", { ...gift, remainingValue: "0.00" }, undefined],
    ["a voucher with a fixed value", lunch, "voucher_value_not_dynamic"],
  ])("%s", (_, voucher, code) => {
    expect(checkDynamic(voucher)?.code).toBe(code);
  });

  test.each([
    ["6.49", undefined],
    ["6.5", undefined],
    ["6.50", undefined],
    ["6.51", "insufficient_voucher_value"],
    ["10", "insufficient_voucher_value"],
    ["65", "insufficient_voucher_value"],
  ])("%s of 6.50", (value, code) => {
    expect(checkValue(gift, value)?.code).toBe(code);
  });

  test("has and needs are told", () => {
    expect(checkValue(gift, "7.00")).toMatchObject({
      message: "Not enough value: has 6.50, needs 7.00",
      expected: "7.00",
      found: "6.50",
    });
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
