import { describe, expect, it } from "vitest";
import { isEmail } from "../people/customers/fields.rules.ts";
import { codeKeyOf, emailKeyOf, isTypeable, passwordForms } from "./comparing.rules.ts";

describe("emails", () => {
  it.each([
    [
      "mila@example.com",
      " MILA@Example.com\u00a0",
      "mi\u200bla@example.com",
      "mila@example.com\ufeff",
    ],
    ["j\u00fcrgen@example.com", "ju\u0308rgen@example.com", "J\u00dcRGEN@EXAMPLE.COM"],
    ["kai@xn--bckerei-5wa.example", "kai@b\u00e4ckerei.example", "KAI@BA\u0308CKEREI.example"],
    ["ilke@example.com", "\u0130lke@example.com", "I\u0307LKE@example.com"],
    ["a@xn--bckerei-5wa.example", "a@b\u00e4ckerei\u3002example"],
  ])("F7: %s has one form", (key, ...typed) => {
    for (const text of [key, ...typed]) {
      expect(emailKeyOf(text), JSON.stringify(text)).toBe(key);
      expect(isEmail(text)).toBe(true);
    }
  });

  it.each([
    ...[
      "mailto:kim@example.com",
      "mila@example.com.",
      "mila@localhost",
      "a b@example.com",
      "@example.com",
    ],
    ...[
      "a\u0007@example.com",
      "a\u2028b@example.com",
      "<vict@x.example>",
      "vict@x.example>",
      "a@[127.0.0.1]",
    ],
    ...[
      "a@x..example",
      "a@127.0.0.1",
      "a@\uff11\uff12\uff17.1",
      "a,b@x.example",
      "a;b@x.example",
      '"a"@x.example',
    ],
    ...[
      "a@b@x.example",
      "a@-x.example",
      "a@x_y.example",
      "a@x.example/y",
      "a@x.example:25",
      "a\\b@x.example",
      "",
    ],
  ])("S19: %j is refused", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it("a text that is no address keeps its characters, so that it meets no other address", () => {
    for (const text of ["kim@example.com/x", "kim@example.com:80", "kim@b\u00e4r.example/x", "kim"])
      expect(emailKeyOf(text)).toBe(text);
  });
});

it("F8: codes are compared composed and without case", () => {
  for (const text of ["caf\u00e9-1", "CAFE\u0301-1", "Caf\u00c9-1"])
    expect(codeKeyOf(text)).toBe("CAF\u00c9-1");
  expect(codeKeyOf(codeKeyOf("\u0390"))).toBe(codeKeyOf("\u0390"));
});

it.each([
  ["K42", true],
  ["K 42", true],
  ["K\u200b42", false],
  ["K\u00a042", false],
  ["K\u3000" + "42", false],
  ["K\u202842", false],
  ["K\u202e42", false],
  ["K\t42", false],
])("F8: the code %j can be typed: %s", (code, can) => {
  expect(isTypeable(code)).toBe(can);
});

it("F9: a password has one form if it is composed, else also the form that was typed", () => {
  expect(passwordForms("Gr\u00fc\u00dfe-7")).toEqual(["Gr\u00fc\u00dfe-7"]);
  expect(passwordForms("Gru\u0308\u00dfe-7")).toEqual(["Gr\u00fc\u00dfe-7", "Gru\u0308\u00dfe-7"]);
});
