import type { CoreDeps } from "@stampbook/core/context";
import { type OpenDb, schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depsOf, documentWith, importedOf, type Json, problemsOf } from "./office.ts";

let open: OpenDb;
let deps: CoreDeps;
beforeAll(async () => {
  open = await createTestDatabase();
  deps = depsOf(open);
});
afterAll(() => open.close());

/** A document with these parts of its merchant, and further sections. */
function documentOf(parts: Json, sections: Json = {}) {
  const document = documentWith(sections);
  return { ...document, merchant: { ...document.merchant, ...parts } };
}

/** The problems of a document, without file name and line. */
const says = async (parts: Json, sections: Json = {}) =>
  (await problemsOf(deps, documentOf(parts, sections))).map((line) =>
    line.replace(/^merchant\.json(:\d+)?: /, ""),
  );

describe("a programme is refused at its field", () => {
  test.each<[string, Json, string]>([
    [
      "no amount",
      { earn_amount: "0.00" },
      "earn_amount must be above zero, or null if sales earn nothing by amount",
    ],
    [
      "three decimal places",
      { earn_amount: "1.005" },
      "earn_amount must be an amount from 0 up, with at most two decimal places",
    ],
    [
      "fewer than no stamps",
      { earn_stamps: -1 },
      "earn_stamps must be a whole number from 0 to 1000000",
    ],
    ["another figure", { earn_on: "tax" }, "earn_on must be one of total, subtotal"],
    [
      "a limit below 0",
      { earn_max_per_transaction: -1 },
      "earn_max_per_transaction must be a whole number from 0 to 1000000",
    ],
    [
      "half a stamp a day",
      { earn_max_per_day: 0.5 },
      "earn_max_per_day must be a whole number from 0 to 1000000000",
    ],
    [
      "days below 0",
      { stamps_valid_days: -1 },
      "stamps_valid_days must be a whole number from 0 to 36500",
    ],
    [
      "text for a switch",
      { accept_stamps_from_pos: "yes" },
      "accept_stamps_from_pos must be true or false",
    ],
    ["a key of another format", { earn_points: 1 }, "earn_points is no key of this format"],
  ])("%s", async (_, programme, expected) => {
    expect(await says({ programme })).toEqual([`merchant.programme.${expected}`]);
  });

  test.each(["1M", "", "M M", "M".repeat(11), null])("a prefix %j", async (prefix) => {
    const [line, ...more] = await says({ settings: { member_id_prefix: prefix } });
    expect(line).toMatch(/^merchant\.settings\.member_id_prefix /);
    expect(more).toEqual([]);
  });
});

describe("levels, rewards, templates and methods of payment are refused at their field", () => {
  const level = { level: 1, name: "Gold" };
  const reward = { id: 1, code: "R", name: "Bun" };
  const cash = { code: "Cash", name: "Cash" };
  test.each<[string, Json, string]>([
    [
      "a multiplier below 0",
      { levels: [{ ...level, earn_multiplier: -1 }] },
      "levels[0].earn_multiplier must be a number from 0 up to 999.99, with at most two decimal places",
    ],
    [
      "a multiplier of 1000",
      { levels: [{ ...level, earn_multiplier: "1000" }] },
      "levels[0].earn_multiplier must be a number from 0 up to 999.99, with at most two decimal places",
    ],
    [
      "spending below 0",
      { levels: [{ ...level, spending_to_reach: "-1" }] },
      "levels[0].spending_to_reach must be an amount from 0 up, with at most two decimal places",
    ],
    [
      "no months",
      { levels: [{ ...level, keep_months: 0 }] },
      "levels[0].keep_months must be a whole number from 1 to 120",
    ],
    [
      "a price in words",
      { rewards: [{ ...reward, price: "free" }] },
      "rewards[0].price must be an amount from 0 up, with at most two decimal places",
    ],
    [
      "a long address",
      { rewards: [{ ...reward, image_url: "x".repeat(2_049) }] },
      "rewards[0].image_url has at most 2048 characters",
    ],
    [
      "a template's list",
      { voucher_templates: [{ id: 1, name: "Bun", extra_data: [] }] },
      "voucher_templates[0].extra_data must be an object",
    ],
    [
      "a method without a code",
      { payment_methods: [{ name: "Cash" }] },
      "payment_methods[0].code is missing",
    ],
    [
      "two codes alike",
      { payment_methods: [cash, { code: "CASH" }] },
      "payment_methods[1].code is the same as payment_methods[0].code",
    ],
  ])("%s", async (_, sections, expected) => {
    expect(await says({}, sections)).toEqual([expected]);
  });
});

describe("a customer is refused at its field", () => {
  test.each<[string, Json, string]>([
    [
      "lots that are not the stamps",
      { membership: { stamps: 5, lots: [{ stamps: 4 }] } },
      "membership.lots add up to another number than stamps",
    ],
    [
      "an empty lot",
      { membership: { lots: [{ stamps: 0 }] } },
      "membership.lots[0].stamps must be a whole number from 1 to 1000000000",
    ],
    [
      "a lot's day",
      { membership: { lots: [{ stamps: 1, expires_on: "soon" }] } },
      "membership.lots[0].expires_on must be a date, YYYY-MM-DD",
    ],
    [
      "a membership of next year",
      { membership: { created: "2999-01-01T00:00:00Z" } },
      "membership.created lies more than a day ahead",
    ],
    [
      "Member IDs in two forms",
      { member_id: "M1", member_ids: ["M1"] },
      "member_ids is given beside member_id or other_member_ids",
    ],
    [
      "one Member ID twice",
      { member_ids: ["M1", "M1"] },
      "other_member_ids names a Member ID twice",
    ],
    ["a consent in words", { allow_newsletters: "yes" }, "allow_newsletters must be true or false"],
  ])("%s", async (_, parts, expected) => {
    const customers = [{ id: 1, ...parts }];
    expect(await says({}, { customers })).toEqual([`customers[0].${expected}`]);
  });
});

test("what is left out earns nothing by amount, and stamps never expire", async () => {
  const document = documentOf(
    {},
    { levels: [{ level: 1, name: "A" }], payment_methods: [{ code: "QRIS" }] },
  );
  await importedOf(deps, document);
  const { id } = document.merchant;
  const { merchants, levels, paymentMethods } = schema;
  const merchant = (await deps.db.select().from(merchants)).find((row) => row.id === id);
  expect(merchant).toMatchObject({
    earnAmount: null,
    earnStamps: 1,
    earnOn: "total",
    earnMaxPerTransaction: null,
    earnMaxPerDay: null,
    acceptStampsFromPos: true,
    stampsValidDays: null,
    acceptTokenInMessage: false,
    oneRedemptionPerInvoice: false,
    partialMayRedeem: false,
    memberIdPrefix: "M",
    marketingDefault: false,
  });
  const level = (await deps.db.select().from(levels)).find((row) => row.merchantId === id);
  expect(level).toMatchObject({ earnMultiplier: "1.00", spendingToReach: null, keepMonths: 12 });
  const methods = await deps.db.select().from(paymentMethods);
  const method = methods.find((row) => row.merchantId === id);
  expect(method).toMatchObject({ codeKey: "QRIS", code: "QRIS", name: "QRIS", earns: true });
});
