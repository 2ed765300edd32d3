import { describe, expect, test } from "vitest";
import type { CustomerRef, Identifier, IdentifierForm } from "../types.ts";
import { readIdentifier } from "./identifier.rules.ts";

const all: IdentifierForm[] = ["email", "memberId", "mobileNumber", "id"];
const emailOrMemberId: IdentifierForm[] = ["email", "memberId"];
const emailOrPhone: IdentifierForm[] = ["email", "mobileNumber"];
const nothing: CustomerRef = {
  email: null,
  memberId: null,
  mobileNumber: null,
  firstId: null,
  id: null,
};

type Case = [what: string, given: Identifier, forms: IdentifierForm[], means: Partial<CustomerRef>];

describe("what an identifier could be, form by form", () => {
  test.each<Case>([
    ["an email", "ani@example.com", all, { email: "ani@example.com", memberId: "ANI@EXAMPLE.COM" }],
    ["an email in capitals", "Ani@Example.COM", ["email"], { email: "ani@example.com" }],
    ["blanks around it", "  ani@example.com ", ["email"], { email: "ani@example.com" }],
    ["a word without @", "M0001", ["email"], {}],
    ["a Member ID in small letters", "m-0001é", emailOrMemberId, { memberId: "M-0001é" }],
    [
      "local digits",
      "081234567890",
      all,
      { memberId: "081234567890", mobileNumber: "+6281234567890" },
    ],
    ["an international number", "+6281234567890", emailOrPhone, { mobileNumber: "+6281234567890" }],
    [
      "an email of digits is no phone",
      "081234567890@gmail.com",
      emailOrPhone,
      { email: "081234567890@gmail.com" },
    ],
    ["a Member ID with digits is no phone", "M081234567890", all, { memberId: "M081234567890" }],
    ["a card with digits is no phone", "CARD-081234567890", ["mobileNumber"], {}],
    ["digits that are no number", "42", all, { memberId: "42", id: 42 }],
    ["a primary key", "42", ["id"], { id: 42 }],
    ["a Member ID with zeros in front is no key", "00042", all, { memberId: "00042" }],
    ["a key with a zero in front", "042", ["id"], {}],
    ["zero is no key", "0", ["id"], {}],
    ["zeros are no key", "000", ["id"], {}],
    ["a key with a sign", "-42", ["id"], {}],
    ["a key with a point", "4.2", ["id"], {}],
    ["the greatest safe key", "9007199254740991", ["id"], { id: 9007199254740991 }],
    ["a key above 2^53", "9007199254740993", ["id"], {}],
    ["a key far above", "99999999999999999999", ["id"], {}],
    ["no form listed", "ani@example.com", [], {}],
  ])("%s", (_, given, forms, means) => {
    expect(readIdentifier(given, forms, "ID")).toEqual({ ...nothing, ...means });
  });
});

describe("a JSON number", () => {
  test.each<Case>([
    ["is a primary key first, then its digits", 42, all, { firstId: 42, memberId: "42" }],
    ["is its digits elsewhere", 42, emailOrMemberId, { memberId: "42" }],
    ["is its digits as a phone too", 81234567890, emailOrPhone, { mobileNumber: "+6281234567890" }],
  ])("%s", (_, given, forms, means) => {
    expect(readIdentifier(given, forms, "ID")).toEqual({ ...nothing, ...means });
  });
});
