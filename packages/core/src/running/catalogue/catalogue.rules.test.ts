import { describe, expect, test } from "vitest";
import {
  checkPromoCodeFields,
  checkRewardFields,
  checkTemplateFields,
  type Surroundings,
} from "./catalogue.rules.ts";
import type { PromoCodeFields, RewardFields, TemplateFields } from "./types.ts";

const template: TemplateFields = {
  stores: [],
  channels: [],
  name: "Gift card",
  value: "50.00",
  isDynamic: true,
  validityDays: null,
  pictureUrl: "",
  shortDescription: "",
  description: "",
  instructions: "",
  termsAndConditions: "",
};
const around: Surroundings<never> = {
  before: null,
  codeTaken: false,
  templateExists: true,
  templateHoldsNothing: false,
  unknownStores: [],
  uses: 0,
};

describe("a voucher template", () => {
  type Row = [what: string, was: Partial<TemplateFields> | null, is: Partial<TemplateFields>];
  const check = (was: Row[1], is: Row[2]) =>
    checkTemplateFields(
      { ...template, ...is },
      { ...around, before: was && { ...template, ...was } },
    );

  test.each<Row>([
    ["has no picture", null, {}],
    ["has one by https", null, { pictureUrl: "https://example.com/bun.png" }],
    ["keeps the one that it came with", { pictureUrl: "bun.png" }, { pictureUrl: "bun.png" }],
    ["gives it up", { pictureUrl: "bun.png" }, { pictureUrl: "" }],
    ["keeps the value that it lacks", { value: null }, { value: null, name: "Other" }],
    ["gets one", { value: null }, { value: "1.00" }],
  ])("%s", (_, was, is) => {
    expect(check(was, is)).toBeNull();
  });

  test.each<[...Row, field: string]>([
    ["a new picture by http", null, { pictureUrl: "http://example.com/bun.png" }, "pictureUrl"],
    [
      "another that is no address",
      { pictureUrl: "bun.png" },
      { pictureUrl: "b.png" },
      "pictureUrl",
    ],
    ["a new one without a value", null, { value: null }, "value"],
    ["a value taken away", {}, { value: null }, "value"],
    ["a value of nothing", { value: null }, { value: "0.00" }, "value"],
  ])("%s is refused", (_, was, is, field) => {
    expect(check(was, is)).toMatchObject({ code: "invalid", field });
  });
});

test("a reward does not issue vouchers that hold nothing", () => {
  const reward: RewardFields = {
    stores: [],
    channels: [],
    startDate: null,
    endDate: null,
    code: "R1",
    name: "Gift card",
    kind: "fixed",
    stampsToRedeem: 1,
    voucherTemplateId: 1,
    isActive: true,
    isVisible: true,
    description: "",
    terms: "",
    imageUrl: "",
    landscapeUrl: "",
    price: null,
  };
  expect(checkRewardFields(reward, around)).toBeNull();
  expect(checkRewardFields(reward, { ...around, templateHoldsNothing: true })).toMatchObject({
    field: "voucherTemplateId",
  });
});

describe("D25: a promo code", () => {
  const promoCode: PromoCodeFields = {
    ...{ stores: [], channels: [], startDate: null, endDate: null, code: "P1", name: "10 %" },
    description: "",
    ...{ startTime: null, endTime: null, isActive: true, maxUses: 100, maxUsesPerCustomer: 100 },
  };
  const odd = { ...promoCode, maxUsesPerCustomer: 200 };

  test("lets no customer use it more often than all together", () => {
    expect(checkPromoCodeFields(promoCode, around)).toBeNull();
    expect(checkPromoCodeFields({ ...odd, maxUses: null }, around)).toBeNull();
    const refused = { code: "invalid", field: "maxUsesPerCustomer" };
    expect(checkPromoCodeFields(odd, around)).toMatchObject(refused);
    const before = { ...odd, maxUses: 90 };
    expect(checkPromoCodeFields(odd, { ...around, before })).toMatchObject(refused);
  });

  test("keeps imported limits that nobody changes", () => {
    const renamed = { ...odd, name: "Ten percent" };
    expect(checkPromoCodeFields(renamed, { ...around, before: odd })).toBeNull();
  });
});
