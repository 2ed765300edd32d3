import { describe, expect, test } from "vitest";
import type { HeldVoucher } from "../../../holding/vouchers/voucher.rules.ts";
import { tokenOf } from "../../../testing/values.ts";
import {
  type CancelableRedemption,
  checkRedemption,
  isReissued,
  isReplaceable,
  lastDayOfReplacement,
} from "./cancellation.rules.ts";

const made: CancelableRedemption = {
  id: 9,
  kind: "voucher",
  name: "Lunch",
  status: "Created",
  storeId: 32,
};

describe("which redemption may be canceled", () => {
  test.each<[string, CancelableRedemption | null, number[] | null, string | undefined]>([
    ["a known one", made, null, undefined],
    ["one made in the token's store", made, [32], undefined],
    ["one that is canceled already", { ...made, status: "Canceled" }, null, undefined],
    ["an unknown one", null, null, "redemption_not_found"],
    ["one made in another store", made, [31], "permission_denied"],
  ])("%s", (_, redemption, stores, code) => {
    expect(checkRedemption(redemption, tokenOf(stores))?.code).toBe(code);
  });
});

describe("a replacement", () => {
  test.each<[CancelableRedemption["kind"], boolean]>([
    ["voucher", true],
    ["voucher_code", true],
    ["voucher_value", false],
    ["reward", false],
    ["rewards", false],
    ["promo_code", false],
  ])("of %s: %s", (kind, replaced) => {
    expect(isReplaceable({ ...made, kind })).toBe(replaced);
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

test.each<
  [string, CancelableRedemption["kind"], { endDate: string | null; isActive: boolean }, boolean]
>([
  [
    "is not reissued while the card is valid",
    "voucher_value",
    { endDate: "2026-11-21", isActive: true },
    false,
  ],
  [
    "is not reissued for a card without an end",
    "voucher_value",
    { endDate: null, isActive: true },
    false,
  ],
  [
    "is reissued after the card's end",
    "voucher_value",
    { endDate: "2026-11-20", isActive: true },
    true,
  ],
  ["is reissued for an inactive card", "voucher_value", { endDate: null, isActive: false }, true],
  [
    "of a whole voucher is not reissued",
    "voucher",
    { endDate: "2026-11-20", isActive: false },
    false,
  ],
])("F2: a value %s", (_, kind, card, expected) => {
  expect(isReissued({ ...made, kind }, card, "2026-11-21")).toBe(expected);
});
