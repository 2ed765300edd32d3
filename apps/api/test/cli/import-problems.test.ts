import type { CoreDeps } from "@stampbook/core/context";
import { type OpenDb, schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canary, depsOf, documentWith, importedOf, type Json, problemsOf } from "./office.ts";

let open: OpenDb;
let deps: CoreDeps;
beforeAll(async () => {
  open = await createTestDatabase();
  deps = depsOf(open);
});
afterAll(() => open.close());

const levels = [{ level: 100, name: "Blue" }];
const fixed = { id: 12, name: "Bun" };
const dynamic = { id: 13, name: "Gift", is_dynamic: true };
const voucher = { id: 4, voucher_template: 12, code: "PZ1" };
const gift = { id: 4, voucher_template: 13, code: "PZ1", value: "10.00" };
const reward = { id: 1, code: "R1", name: "Bun" };
const promo = { id: 1, code: "P1", name: "Promo" };
const noon = { from: "12:00", to: "13:00" };
const token = { name: "POS", scopes: ["*"] };
const person = { email: "new-owner@example.com", name: "Owner", role: "owner" };

/** The problems of a document, without file name and line. */
const says = async (sections: Json) =>
  (await problemsOf(deps, documentWith(sections))).map((line) =>
    line.replace(/^merchant\.json(:\d+)?: /, ""),
  );

describe("a customer", () => {
  const text = "must be text";
  test.each<[string, Json, string]>([
    ["no id", { id: undefined }, "id is missing"],
    ["an id of 0", { id: 0 }, "id must be a whole number from 1 up"],
    ["an id above 2^53", { id: 2 ** 53 }, "id must be a whole number from 1 up"],
    ["half an id", { id: 1.5 }, "id must be a whole number from 1 up"],
    ["an id as text", { id: "7" }, "id must be a whole number from 1 up"],
    ["a key of another format", { e_mail: "x" }, "e_mail is no key of this format"],
    ["a key that is no word", { "a\nb": 1 }, '"a\\nb" is no key of this format'],
    [
      "half an email for a Member ID",
      { member_id: "kopi@" },
      "member_id holds an @ and is no email address",
    ],
    [
      "a Member ID of two lines",
      { member_id: "M\n1" },
      "member_id holds an invisible character, or another blank than a space",
    ],
    [
      "F8: a Member ID with an invisible character",
      { member_id: "K\u200b42" },
      "member_id holds an invisible character, or another blank than a space",
    ],
    [
      "B30: a Member ID that a spreadsheet has shortened",
      { other_member_ids: ["8.12E+10"] },
      "other_member_ids[0] is a number that a spreadsheet has shortened, so digits are lost: format the column as text and export it again",
    ],
    ...(["05-14", "5/14", "0000-05-14", "--05-14"] as const).map(
      (birthday): [string, Json, string] => [
        `B27: the birthday ${birthday}`,
        { birthday },
        "birthday has no year: give the whole date, YYYY-MM-DD, or leave the birthday out",
      ],
    ),
    ...(["1899-12-31", "2999-01-01"] as const).map((birthday): [string, Json, string] => [
      `F12: the birthday ${birthday}`,
      { birthday },
      "birthday lies before 1900, or after today",
    ]),
    [
      "S19: an address in angle brackets",
      { email: "<a@x.example>" },
      "email must be an email address",
    ],
    [
      "C9j: a verified email of nobody",
      { email: undefined, email_is_verified: true },
      "email_is_verified is true without an email",
    ],
    [
      "C9j: a verified mobile number of nobody",
      { mobile_number: undefined, phone_is_verified: true },
      "phone_is_verified is true without a mobile_number",
    ],
    ["no email address", { email: "somebody" }, "email must be an email address"],
    ["a number for a name", { name: 5 }, `name ${text}`],
    ["a long name", { name: "x".repeat(256) }, "name has at most 255 characters"],
    ["a NUL", { name: "a\0" }, "name holds a NUL character or half a surrogate pair"],
    ["half a pair", { name: "\ud800" }, "name holds a NUL character or half a surrogate pair"],
    [
      "a number that nobody has",
      { mobile_number: "+62123" },
      "mobile_number is no valid mobile number in ID",
    ],
    [
      "a number with words around it",
      { mobile_number: "hello 081239871234" },
      "mobile_number is no valid mobile number in ID",
    ],
    ["a day that is none", { birthday: "2023-02-29" }, "birthday must be a date, YYYY-MM-DD"],
    ["a day written otherwise", { birthday: "1.2.2023" }, "birthday must be a date, YYYY-MM-DD"],
    ["a short password", { password: "short" }, "password has at least 8 characters"],
    ["a PIN of five", { pin: "12345" }, "pin must be 6 digits"],
    ["a PIN as a number", { pin: 123456 }, "pin must be 6 digits"],
    [
      "a verifier that is none",
      { password_verifier: "md5:abc" },
      "password_verifier must be a password's verifier, as export writes it",
    ],
    [
      "a PIN verifier of another key",
      {
        pin_verifier:
          "pin$00000000$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$hSmAmSAHCuLZIVbTgsvFbA7wcPN+NXgjNoa5Ivw4rfc",
      },
      "pin_verifier must be a pin's verifier, as export writes it, made with this SECRET_KEY or one of SECRET_KEYS_OLD",
    ],
    [
      "a PIN and a verifier",
      { pin: "123456", pin_verifier: "x" },
      "pin_verifier is given beside a PIN",
    ],
    [
      "an unknown level",
      { membership: { level: 7 } },
      "membership.level is not among the levels of this file",
    ],
    [
      "an unknown store",
      { registering_store: 4 },
      "registering_store is not among the stores of this file",
    ],
    [
      "negative stamps",
      { membership: { stamps: -1 } },
      "membership.stamps must be a whole number from 0 to 10000000000000",
    ],
    [
      "half a stamp",
      { membership: { stamps: 0.5 } },
      "membership.stamps must be a whole number from 0 to 10000000000000",
    ],
    [
      "a third of a rupiah",
      { membership: { balance: "0.333" } },
      "membership.balance must be an amount with at most two decimal places",
    ],
    [
      "a status",
      { membership: { status: 150 } },
      "membership.status must be one of 100, 200, 300; member_status takes Active, Inactive, Suspended instead",
    ],
    [
      "a status in other words",
      { membership: { member_status: "Frozen" } },
      "membership.member_status must be one of Active, Inactive, Suspended",
    ],
    [
      "two statuses",
      { membership: { status: 100, member_status: "Suspended" } },
      "membership.member_status is another than status",
    ],
    ["a tag", { membership: { tags: ["a", 5] } }, "membership.tags[1] must be text"],
    [
      "is_blocked",
      { membership: { is_blocked: "no" } },
      "membership.is_blocked must be true or false",
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await says({ levels, customers: [{ id: 1, ...parts }] })).toEqual([
      `customers[0].${expected}`,
    ]);
  });

  test.each([
    ["id", { id: 1 }, { id: 1 }],
    ["member_id", { id: 1, member_id: "7" }, { id: 2, member_id: 7 }],
    ["email", { id: 1, email: "A@example.com" }, { id: 2, email: "a@EXAMPLE.com" }],
    [
      "mobile_number",
      { id: 1, mobile_number: "081239871234" },
      { id: 2, mobile_number: "+62 812-3987-1234" },
    ],
  ])("%s twice", async (field, one, two) => {
    expect(await says({ customers: [one, { id: 9 }, two] })).toEqual([
      `customers[2].${field} is the same as customers[0].${field}`,
    ]);
  });
});

describe("M7 (T21): identifiers that mean two customers are refused with their line", () => {
  const mobile = { id: 1, mobile_number: "081200000101" };
  test.each<[string, Json[], string]>([
    [
      "a Member ID that reads as another's number",
      [mobile, { id: 2, member_id: "0812-0000-0101" }],
      "customers[1].member_id reads as the mobile_number of customers[0]",
    ],
    [
      "a further Member ID that does",
      [mobile, { id: 2, other_member_ids: ["M1", "+6281200000101"] }],
      "customers[1].other_member_ids reads as the mobile_number of customers[0]",
    ],
    [
      "a number that another's Member ID reads as",
      [{ id: 2, member_id: "081200000101" }, mobile],
      "customers[1].mobile_number is what a Member ID of customers[0] reads as",
    ],
    [
      "two Member IDs that read as one number",
      [
        { id: 1, member_id: "081200000101" },
        { id: 2, member_id: "0812 0000 0101" },
      ],
      "customers[1].member_id reads as the Member ID of customers[0]",
    ],
    [
      "a Member ID that is another's email",
      [
        { id: 1, email: "ani@example.com" },
        { id: 2, member_id: "Ani@Example.com" },
      ],
      "customers[1].member_id reads as the email of customers[0]",
    ],
    [
      "a further Member ID that is another's first",
      [
        { id: 1, member_id: "M1" },
        { id: 2, member_id: "M2", other_member_ids: ["M1"] },
      ],
      "customers[1].other_member_ids is the same as customers[0].member_id",
    ],
    [
      "one Member ID twice",
      [{ id: 1, member_id: "M1", other_member_ids: ["M1"] }],
      "customers[0].other_member_ids names a Member ID twice",
    ],
  ])("%s", async (_, customers, expected) => {
    expect(await says({ customers })).toEqual([expected]);
  });

  test("a customer's own forms may read alike, and a Member ID may be another's id", async () => {
    const own = { ...mobile, member_id: "0812-0000-0101", other_member_ids: ["2"] };
    const customers = [own, { id: 2, member_id: "1" }, { id: 3, birthday: "soon" }];
    expect(await says({ customers })).toEqual(["customers[2].birthday must be a date, YYYY-MM-DD"]);
  });
});

describe("what can be redeemed", () => {
  test.each<[string, Json, string]>([
    [
      "an unknown template",
      { vouchers: [{ ...voucher, voucher_template: 9 }] },
      "vouchers[0].voucher_template is not among the voucher_templates of this file",
    ],
    [
      "an unknown customer",
      { vouchers: [{ ...voucher, customer: 9 }] },
      "vouchers[0].customer is not among the customers of this file",
    ],
    [
      "an end before the start",
      { vouchers: [{ ...voucher, start_date: "2026-02-01", end_date: "2026-01-31" }] },
      "vouchers[0].end_date lies before start_date",
    ],
    [
      "codes that differ in case",
      { vouchers: [voucher, { ...voucher, id: 5, code: "pz1" }] },
      "vouchers[1].code is the same as vouchers[0].code",
    ],
    [
      "a spent voucher of tomorrow",
      { vouchers: [{ ...voucher, redeemed_at: "2999-01-01T00:00:00Z" }] },
      "vouchers[0].redeemed_at lies in the future",
    ],
    [
      "a moment without offset",
      { vouchers: [{ ...voucher, redeemed_at: "2020-01-01T00:00:00" }] },
      "vouchers[0].redeemed_at must be a moment with its offset, as 2027-12-31T17:00:00Z",
    ],
    [
      "a remaining value that is not dynamic",
      { vouchers: [{ ...voucher, value: "5.00", remaining_value: "5.00" }] },
      "vouchers[0].remaining_value is for vouchers of a dynamic template",
    ],
    [
      "a dynamic voucher of nothing",
      { vouchers: [{ ...gift, value: "0" }] },
      "vouchers[0].value must be above 0: the template is dynamic",
    ],
    [
      "a dynamic voucher without a value",
      { vouchers: [{ ...gift, value: null }] },
      "vouchers[0].value must be above 0: the template is dynamic",
    ],
    [
      "more left than there was",
      { vouchers: [{ ...gift, remaining_value: "10.01" }] },
      "vouchers[0].remaining_value is more than value",
    ],
    [
      "nothing left, and open",
      { vouchers: [{ ...gift, remaining_value: 0 }] },
      "vouchers[0].remaining_value is 0, and then redeemed_at is needed",
    ],
    [
      "something left, and spent",
      { vouchers: [{ ...gift, remaining_value: "1.00", redeemed_at: "2020-01-01T00:00:00Z" }] },
      "vouchers[0].redeemed_at is for a voucher of which nothing remains",
    ],
    [
      "an amount like 1e3",
      { vouchers: [{ ...gift, value: "1e3" }] },
      "vouchers[0].value must be an amount from 0 up, with at most two decimal places",
    ],
    [
      "a reward of an unknown kind",
      { rewards: [{ ...reward, kind: "free" }] },
      "rewards[0].kind must be one of fixed, flexible",
    ],
    [
      "a reward's template",
      { rewards: [{ ...reward, voucher_template: 99 }] },
      "rewards[0].voucher_template is not among the voucher_templates of this file",
    ],
    [
      "a reward that issues nothing",
      { rewards: [{ ...reward, voucher_template: 13 }] },
      "rewards[0].voucher_template is dynamic and has no value: its vouchers would hold nothing",
    ],
    [
      "a store of nobody",
      { rewards: [{ ...reward, stores: [1] }] },
      "rewards[0].stores[0] is not among the stores of this file",
    ],
    [
      "a channel",
      { rewards: [{ ...reward, channels: [2, 10] }] },
      "rewards[0].channels[1] must be a whole number from 1 to 9",
    ],
    [
      "extra data that is a list",
      { rewards: [{ ...reward, extra_data: [] }] },
      "rewards[0].extra_data must be an object",
    ],
    [
      "extra data of 17 KiB",
      { rewards: [{ ...reward, extra_data: { a: "x".repeat(17_000) } }] },
      "rewards[0].extra_data has at most 16384 bytes",
    ],
    [
      "extra data nine deep",
      {
        rewards: [
          { ...reward, extra_data: { a: { a: { a: { a: { a: { a: { a: { a: {} } } } } } } } } },
        ],
      },
      "rewards[0].extra_data is at most 8 deep",
    ],
    [
      "extra data with a NUL",
      { rewards: [{ ...reward, extra_data: { "\0": 1 } }] },
      "rewards[0].extra_data holds a NUL character or half a surrogate pair",
    ],
    [
      "a promo code's hour",
      { promo_codes: [{ ...promo, start_time: "25:00" }] },
      "promo_codes[0].start_time must be a time, HH:MM or HH:MM:SS",
    ],
    [
      "a limit below 0",
      { promo_codes: [{ ...promo, max_uses: -1 }] },
      "promo_codes[0].max_uses must be a whole number from 0 to 2147483647",
    ],
    ...(["P\u200b1", "P\u00a01", "P\t1"] as const).map((code): [string, Json, string] => [
      `F8: the code ${JSON.stringify(code)}`,
      { promo_codes: [{ ...promo, code }] },
      "promo_codes[0].code holds an invisible character, or another blank than a space",
    ]),
    [
      "B30: a code that a spreadsheet has shortened",
      { promo_codes: [{ ...promo, code: "7.30021E+15" }] },
      "promo_codes[0].code is a number that a spreadsheet has shortened, so digits are lost: format the column as text and export it again",
    ],
    [
      "F8: two codes that are one when they are trimmed and composed",
      {
        promo_codes: [
          { ...promo, code: "CAF\u00c9" },
          { ...promo, id: 2, code: "\u3000cafe\u0301 " },
        ],
      },
      "promo_codes[1].code is the same as promo_codes[0].code",
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await says({ voucher_templates: [fixed, dynamic], ...parts })).toEqual([expected]);
  });

  test("what refers to a broken record is not blamed", async () => {
    expect(
      await says({
        voucher_templates: [{ ...fixed, name: 5 }],
        customers: [{ id: 7, email: "x" }],
        vouchers: [{ ...voucher, customer: 7 }],
      }),
    ).toEqual([
      "voucher_templates[0].name must be text",
      "customers[0].email must be an email address",
    ]);
    expect(
      await says({
        levels: [...levels, { level: 0, name: 5 }],
        customers: [{ id: 7, membership: { level: 0 } }],
      }),
    ).toEqual(["levels[1].name must be text"]);
    expect(
      await says({ levels: [...levels, { level: 0, name: "New" }, { level: 0, name: "None" }] }),
    ).toEqual(["levels[2].level is the same as levels[1].level"]);
  });
});

describe("merchant, stores, texts, tokens and staff", () => {
  test.each<[string, Json, string]>([
    [
      "an unknown zone",
      { stores: [{ id: 1, code: "a", name: "a", timezone: "Asia/Kemang" }] },
      "stores[0].timezone must be an IANA time zone, as Asia/Jakarta",
    ],
    [
      "an offset for a zone",
      { stores: [{ id: 1, code: "a", name: "a", timezone: "+07:00" }] },
      "stores[0].timezone must be an IANA time zone, as Asia/Jakarta",
    ],
    ...(
      [
        [{ 1: [{ from: "8:00", to: "12:00" }] }, ".1[0].from must be a time, HH:MM"],
        [{ 1: [{ from: "08:00" }] }, ".1[0].to is missing"],
        [{ 1: { from: "08:00", to: "12:00" } }, ".1 must be a list"],
        [{ 8: [] }, ".8 is no key of this format"],
        [{ 1: [noon, { from: "12:59", to: "15:00" }] }, ".1[1] overlaps with other hours"],
        [{ 1: [{ ...noon, to: "12:00" }], 2: [noon, noon] }, ".2[1] overlaps with other hours"],
      ] as const
    ).map(([opening_hours, problem]): [string, Json, string] => [
      `opening hours: ${problem}`,
      { stores: [{ id: 1, code: "a", name: "a", opening_hours }] },
      `stores[0].opening_hours${problem}`,
    ]),
    ...(
      [
        [[{ date: "2027-02-29" }], "[0].date must be a date, YYYY-MM-DD"],
        [[{ date: "2027-12-25" }, { date: "2027-12-25" }], "[1].date is listed twice"],
        [[{ date: "2027-12-25", hours: [noon, noon] }], "[0].hours[1] overlaps with other hours"],
      ] as const
    ).map(([special_days, problem]): [string, Json, string] => [
      `special days: ${problem}`,
      { stores: [{ id: 1, code: "a", name: "a", special_days }] },
      `stores[0].special_days${problem}`,
    ]),
    [
      "a message's channel",
      { message_templates: [{ code: "otp", channel: "fax", body: "x" }] },
      "message_templates[0].channel must be one of email, sms, whatsapp",
    ],
    [
      "a text twice",
      {
        message_templates: [
          { code: "otp", channel: "sms", body: "x" },
          { code: "otp", channel: "sms", body: "y" },
        ],
      },
      "message_templates[1].code is the same as message_templates[0].code",
    ],
    [
      "a text with an unknown placeholder",
      { message_templates: [{ code: "otp", channel: "sms", body: "{{pin}}" }] },
      "message_templates[0].body cannot be used: unknown placeholder {{pin}}",
    ],
    [
      "MJML with what it does not know",
      { message_templates: [{ code: "otp", channel: "email", body: "x", mjml: "<mj-x/>" }] },
      "message_templates[0].mjml cannot be used: line 1, mj-x: Element mj-x doesn't exist or is not registered",
    ],
    [
      "an approved template in an SMS",
      {
        message_templates: [
          { code: "otp", channel: "sms", body: "x", approved: { name: "otp", language: "id" } },
        ],
      },
      "message_templates[0].approved cannot be used: only WhatsApp has approved templates",
    ],
    [
      "MJML in an SMS",
      { message_templates: [{ code: "otp", channel: "sms", body: "x", mjml: "<mjml/>" }] },
      "message_templates[0].mjml cannot be used: only an email can be made of MJML",
    ],
    [
      "a short token",
      { tokens: [{ ...token, token: "sb_live_short" }] },
      "tokens[0].token has 32 to 255 characters, of letters, digits and ._~+/=-",
    ],
    [
      "no scope",
      { tokens: [{ ...token, scopes: [] }] },
      "tokens[0].scopes is empty: choose scopes, * for all",
    ],
    [
      "an unknown scope",
      { tokens: [{ ...token, scopes: ["all"] }] },
      "tokens[0].scopes[0] must be one of *, redemptions, redemptions.read, vouchers, transactions, transactions.read, programme, stamps, members, members.write, members.identity, members.manage, vouchers.issue, pin, password, otp, bookings",
    ],
    [
      "a role",
      { staff: [{ ...person, role: "boss" }] },
      "staff[0].role must be one of owner, manager, cashier",
    ],
    [
      "a short password of staff",
      { staff: [{ ...person, password: "elevenchars" }] },
      "staff[0].password has at least 12 characters",
    ],
    [
      "somebody twice",
      { staff: [person, { ...person, email: "New-Owner@example.com" }] },
      "staff[1].email is the same as staff[0].email",
    ],
    [
      "a level twice",
      { levels: [...levels, ...levels] },
      "levels[1].level is the same as levels[0].level",
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await says(parts)).toEqual([expected]);
  });

  test.each<[string, Json, string]>([
    ["no merchant", { merchant: undefined }, "merchant is missing"],
    [
      "a country",
      { merchant: { id: 1, name: "x", country: "XX", timezone: "UTC", currency: "IDR" } },
      "merchant.country must be a country's two letters (ISO 3166), as ID",
    ],
    [
      "a currency",
      { merchant: { id: 1, name: "x", country: "ID", timezone: "UTC", currency: "Rp" } },
      "merchant.currency must be a currency's three letters (ISO 4217), as IDR",
    ],
    [
      "B26: a currency with three decimals",
      { merchant: { id: 1, name: "x", country: "KW", timezone: "UTC", currency: "KWD" } },
      "merchant.currency is a currency with more than two decimals, and amounts have two",
    ],
    [
      "a setting's bounds",
      {
        merchant: {
          id: 1,
          name: "x",
          country: "ID",
          timezone: "UTC",
          currency: "IDR",
          settings: { pin_max_attempts: 11 },
        },
      },
      "merchant.settings.pin_max_attempts must be a whole number from 1 to 10",
    ],
    [
      "a setting that is none",
      {
        merchant: {
          id: 1,
          name: "x",
          country: "ID",
          timezone: "UTC",
          currency: "IDR",
          settings: { pins: 1 },
        },
      },
      "merchant.settings.pins is no key of this format",
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await says(parts)).toContain(expected);
  });

  test("a token in two files, and in one", async () => {
    const secret = `sb_live_${canary()}`;
    await importedOf(deps, documentWith({ tokens: [{ ...token, token: secret }] }));
    const refused = await says({
      tokens: [
        { ...token, token: secret },
        { ...token, token: secret },
      ],
    });
    expect(refused).toEqual([
      "tokens[0].token is a token that is known already",
      "tokens[1].token is the same as tokens[0].token",
    ]);
    expect(refused.join()).not.toContain(secret);
  });

  test("a merchant that is known, and a store of another one", async () => {
    const first = documentWith();
    await importedOf(deps, first);
    expect(await says({ merchant: first.merchant, levels })).toEqual([
      "merchant.id is the id of a known merchant",
    ]);
    expect(await says({ stores: first.stores })).toEqual([
      "stores[0].id is the id of a known store",
    ]);
  });
});

describe("the report", () => {
  test("names file and line, in the order of the file", async () => {
    const document = documentWith({
      customers: [{ id: 1, email: "x" }],
      levels: [{ level: -1, name: "Blue" }],
    });
    expect(await problemsOf(deps, document)).toEqual([
      "merchant.json:19: customers[0].email must be an email address",
      "merchant.json:24: levels[0].level must be a whole number from 0 to 2147483647",
    ]);
  });

  test("tells 200 problems, and how many more there are", async () => {
    const customers = Array.from({ length: 1_250 }, (_, at) => ({ id: at + 1, email: "x" }));
    const lines = await problemsOf(deps, documentWith({ customers }));
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe("merchant.json: and 1050 more problems");
  });

  test("holds no secret, whatever is wrong with it", async () => {
    const secret = canary();
    const lines = await problemsOf(
      deps,
      documentWith({
        customers: [{ id: 1, password: `\0${secret}`, pin: secret, password_verifier: secret }],
        tokens: [{ ...token, token: `${secret} `, token_verifier: secret }],
        staff: [{ ...person, password: `${secret}${"x".repeat(200)}` }],
      }),
    );
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join("\n")).not.toContain(secret);
  });

  test("leaves the database as it was", async () => {
    const document = documentWith({ customers: [{ id: 1, email: "x" }] });
    await problemsOf(deps, document);
    const merchants = await deps.db.select({ id: schema.merchants.id }).from(schema.merchants);
    expect(merchants.map(({ id }) => id)).not.toContain(document.merchant.id);
  });
});
