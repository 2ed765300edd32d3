import { describe, expect, test } from "vitest";
import type { HeldVoucher } from "../../../holding/vouchers/voucher.rules.ts";
import { tokenOf } from "../../../testing/values.ts";
import {
  checkRedemption,
  isReplaceable,
  lastDayOfReplacement,
  type RedemptionKind,
} from "./cancellation.rules.ts";

const made = { storeId: 32 };

describe("which redemption may be canceled", () => {
  test.each<[string, typeof made | null, number[] | null, string | undefined]>([
    ["a known one", made, null, undefined],
    ["one made in the token's store", made, [32], undefined],
    ["an unknown one", null, null, "redemption_not_found"],
    ["one made in another store", made, [31], "permission_denied"],
  ])("%s", (_, redemption, stores, code) => {
    expect(checkRedemption(redemption, tokenOf(stores))?.code).toBe(code);
  });
});

describe("a replacement", () => {
  test.each<[RedemptionKind, boolean]>([
    ["voucher", true],
    ["voucher_code", true],
    ["voucher_value", false],
    ["reward", false],
    ["rewards", false],
    ["promo_code", false],
  ])("of %s: %s", (kind, replaced) => {
    expect(isReplaceable(kind)).toBe(replaced);
  });

  const lunch = (endDate: string | null): HeldVoucher => ({
    id: 11,
    name: "Lunch",
    code: "ABC",
    isActive: true,
    startDate: null,
    endDate,
    value: null,
    remainingValue: null,
    pictureUrl: "",
    shortDescription: "",
    description: "",
    instructions: "",
    termsAndConditions: "",
    extraData: {},
    templateId: 3,
    customerId: 7,
    isRedeemed: true,
    stores: [],
    channels: [],
  });

  test.each<[string, string | null, string | null]>([
    ["keeps the last day", "2026-12-24", "2026-12-24"],
    ["keeps tomorrow", "2026-11-22", "2026-11-22"],
    ["has one more day where today is the last", "2026-11-21", "2026-11-22"],
    ["has one more day where it has expired since", "2026-01-01", "2026-11-22"],
    ["has no end where there was none", null, null],
  ])("%s", (_, endDate, last) => {
    expect(lastDayOfReplacement(lunch(endDate), "2026-11-21")).toBe(last);
  });
});
