import { describe, expect, it } from "vitest";
import { z } from "zod";
import { channel } from "./channel.ts";
import { choice } from "./choices.ts";
import { amount, code, flag, id, reference, sixDigits, text, wholeNumber } from "./fields.ts";
import { lines } from "./lines.ts";
import { optional, type Reader, required, withDefault } from "./reading.ts";
import { amountLess, quantity, saleAmount } from "./sale/decimals.ts";
import { readInCurrency } from "./sale/whole-units.ts";

/** A reader's result for a value, or the code and message of its refusal. */
function read<Out, In>(reader: Reader<Out, In>, value: unknown) {
  const parsed = z.object({ field: required(reader) }).safeParse({ field: value });
  if (parsed.success) return parsed.data.field;
  const [issue] = parsed.error.issues;
  return issue?.code === "custom" ? [issue.params?.code, issue.message] : issue;
}

const missing = ["required", "This field is required."];
const unstorable = ["invalid", "NUL characters and halves of surrogate pairs are not allowed."];
const beyond = 2 ** 53;

describe("C13: a text with three decimals", () => {
  it.each([amount, saleAmount])("is refused in a currency without decimals", (reader) => {
    for (const currency of ["IDR", "JPY", "KRW", "VND"])
      readInCurrency(currency, () => {
        expect(read(reader, "150.000")).toEqual([
          "invalid",
          "150.000 could mean 150 or 150 thousand. Send 150000, or 150.00.",
        ]);
        expect(read(reader, 150)).toBe("150.00");
        for (const text of ["150000", "150.00", "150.0000"])
          expect(read(reader, text)).toBe(text === "150000" ? "150000.00" : "150.00");
      });
  });

  it("is refused in an amount below zero, and accepted in other currencies and in quantities", () => {
    readInCurrency("IDR", () => {
      expect(read(amountLess, "-20.000")).toEqual([
        "invalid",
        "-20.000 could mean -20 or -20 thousand. Send -20000, or -20.00.",
      ]);
      expect(read(quantity, "1.000")).toBe("1.000");
    });
    for (const currency of ["EUR", "USD", "SGD"])
      readInCurrency(currency, () => expect(read(amount, "150.000")).toBe("150.00"));
    expect(read(amount, "150.000")).toBe("150.00");
  });
});

describe("every parameter", () => {
  const readers = { amount, channel, code, flag, id, reference, sixDigits, text: text() };
  it.each(Object.entries(readers))("%s counts null and an empty string as absent", (_, reader) => {
    expect(read(reader as Reader<unknown, unknown>, null)).toEqual(missing);
    expect(read(reader as Reader<unknown, unknown>, undefined)).toEqual(missing);
    expect(read(reader as Reader<unknown, unknown>, "")).toEqual(missing);
    const both = z.object({
      a: optional(reader as Reader<unknown, unknown>),
      b: withDefault(reader as Reader<unknown, unknown>, "own"),
    });
    expect(both.parse({ a: null, b: null })).toEqual({ a: null, b: "own" });
    expect(both.parse({ a: "", b: "" })).toEqual({ a: null, b: "own" });
    expect(both.parse({})).toEqual({ a: null, b: "own" });
  });

  it.each(Object.entries(readers))("%s refuses what has no form at all", (_, reader) => {
    for (const value of [{}, [], [1], Number.NaN, Number.POSITIVE_INFINITY])
      expect(read(reader as Reader<unknown, unknown>, value)).toMatchObject(["invalid", /./]);
  });
});

describe("an id", () => {
  const expected = ["invalid", "A whole number above zero is expected."];
  it.each([
    [1, 1],
    ["1", 1],
    [" 007 ", 7],
    ["12.0", 12],
    [beyond - 1, beyond - 1],
    [String(beyond - 1), beyond - 1],
    [0, expected],
    [-1, expected],
    ["-1", expected],
    [1.5, expected],
    ["1.5", expected],
    ["1e3", expected],
    ["0x10", expected],
    ["one", expected],
    [beyond, expected],
    [String(beyond), expected],
    [true, expected],
  ])("reads %j as %j", (value, wanted) => expect(read(id, value)).toEqual(wanted));
});

describe("a whole number within bounds", () => {
  const expected = ["invalid", "A whole number from 1 to 100 is expected."];
  it.each([
    [1, 1],
    ["100", 100],
    [0, expected],
    [101, expected],
    ["101", expected],
    [1e300, expected],
  ])("reads %j as %j", (value, wanted) => expect(read(wholeNumber(1, 100), value)).toEqual(wanted));
});

describe("a customer, store or reward by name", () => {
  const expected = ["invalid", "A string or a whole number above zero is expected."];
  it.each([
    [12, 12],
    ["12", "12"],
    [" M0001 ", "M0001"],
    ["   ", missing],
    [0, expected],
    [1.5, expected],
    [beyond, expected],
    [true, expected],
    ["x".repeat(255), "x".repeat(255)],
    ["x".repeat(256), ["max_length", "At most 255 characters are allowed."]],
    ["a\0b", unstorable],
    ["a\ud800b", unstorable],
    ["👩‍🍳", "👩‍🍳"],
    ["😀".repeat(255), "😀".repeat(255)],
    ["😀".repeat(256), ["max_length", "At most 255 characters are allowed."]],
    ["é".repeat(600), ["max_length", "At most 255 characters are allowed."]],
  ])("reads %j as %j", (value, wanted) => expect(read(reference, value)).toEqual(wanted));
});

describe("a code", () => {
  const expected = ["invalid", "A string or a whole number is expected."];
  it.each([
    ["PZ633ECV", "PZ633ECV"],
    [" INV 17 ", "INV 17"],
    [1234, "1234"],
    [0, "0"],
    [-1, expected],
    [1.5, expected],
    [beyond, expected],
    [false, expected],
  ])("reads %j as %j", (value, wanted) => expect(read(code, value)).toEqual(wanted));
});

describe("a PIN or OTP", () => {
  const expected = ["invalid", "A string of exactly 6 digits is expected."];
  it.each([
    ["012345", "012345"],
    [123456, expected],
    ["12345", expected],
    ["1234567", expected],
    [" 123456", expected],
    ["123456\n", expected],
    ["١٢٣٤٥٦", expected],
  ])("reads %j as %j", (value, wanted) => expect(read(sixDigits, value)).toEqual(wanted));
});

describe("a password", () => {
  it.each([
    ["  spaces count  ", "  spaces count  "],
    [12345678, ["invalid", "A string is expected."]],
    ["x".repeat(256), ["max_length", "At most 255 characters are allowed."]],
  ])("reads %j as %j", (value, wanted) => expect(read(text(), value)).toEqual(wanted));
});

describe("an amount", () => {
  const tooLarge = ["invalid", "An amount of at most 9007199254740991 is expected."];
  const expected = ["invalid", "An amount above zero with at most two decimal places is expected."];
  it.each([
    [10000, "10000.00"],
    ["10000", "10000.00"],
    [0.1, "0.10"],
    ["0010.5", "10.50"],
    ["999999999999.99", "999999999999.99"],
    [0, expected],
    ["0.00", expected],
    [-5, expected],
    [0.1 + 0.2, expected],
    ["1.005", expected],
    ["1,000", expected],
    [1e21, tooLarge],
    ["1e3", expected],
    ["1000000000000", "1000000000000.00"],
    ["10.000", "10.00"],
    ["25000.0000", "25000.00"],
    ["+5", "5.00"],
    ["10.0010", expected],
    ["++5", expected],
    ["-0", expected],
    [2 ** 53, tooLarge],
    ["9007199254740992", tooLarge],
    ["9007199254740991.99", "9007199254740991.99"],
  ])("reads %j as %j", (value, wanted) => expect(read(amount, value)).toEqual(wanted));
});

describe("a boolean", () => {
  const expected = ["invalid", "true or false is expected."];
  it.each([
    [true, true],
    ["True", true],
    [false, false],
    ["false", false],
    [" False ", false],
    ["1", true],
    ["0", false],
    ["10", expected],
    [1, expected],
    ["yes", expected],
  ])("reads %j as %j", (value, wanted) => expect(read(flag, value)).toEqual(wanted));
});

describe("a channel", () => {
  const named =
    "One of 1 (Mobile App), 2 (POS), 3 (Kiosk), 4 (Web), 5 (Android), 6 (iOS), 7 (Call Center), 8 (GrabFood), 9 (GoFood) is expected.";
  it.each([
    [2, 2],
    ["9", 9],
    [10, ["invalid_choice", named]],
    ["0", ["invalid_choice", named]],
    ["POS", ["invalid_choice", named]],
    [1.5, ["invalid_choice", named]],
    [true, ["invalid", "A channel's number is expected."]],
  ])("reads %j as %j", (value, wanted) => expect(read(channel, value)).toEqual(wanted));
});

it("a channel's description has every number", () => {
  const described = Array.from({ length: 9 }, (_, at) => at + 1);
  expect(channel.described.enum).toEqual(described);
});

describe("one of a few words", () => {
  const type = choice(["email", "sms"]);
  it.each([
    ["sms", "sms"],
    ["fax", ["invalid_choice", "One of email, sms is expected."]],
    [1, ["invalid", "A string is expected."]],
  ])("reads %j as %j", (value, wanted) => expect(read(type, value)).toEqual(wanted));
});

describe("a list of lines", () => {
  const schema = z.object({ list: lines(z.object({ code: required(code) }), 2) });
  const codeOf = (list: unknown) => {
    const issue = schema.safeParse({ list }).error?.issues[0];
    return [issue?.code === "custom" ? issue.params?.code : issue?.code, issue?.path.join(".")];
  };
  it("takes one to as many as allowed, each line read", () => {
    expect(schema.parse({ list: [{ code: 1, other: 2 }] })).toEqual({ list: [{ code: "1" }] });
  });
  it.each([
    [[], ["required", "list"]],
    [undefined, ["required", "list"]],
    ["x", ["invalid", "list"]],
    [
      [1, 2, 3],
      ["max_length", "list"],
    ],
    [
      [{ code: "a" }, {}],
      ["required", "list.1.code"],
    ],
    [
      [{ code: "a" }, "b"],
      ["invalid_type", "list.1"],
    ],
  ])("refuses %j with %j", (list, wanted) => expect(codeOf(list)).toEqual(wanted));
});
