import { describe, expect, test } from "vitest";
import { toE164 } from "./mobile-number.rules.ts";

describe("a mobile number in the merchant's country", () => {
  test.each([
    ["local", "0812 3456 7890", "ID", "+6281234567890"],
    ["local with dashes", "0812-3456-7890", "ID", "+6281234567890"],
    ["international", "+62 812 3456 7890", "ID", "+6281234567890"],
    ["international with brackets", "+62 (812) 34567890", "ID", "+6281234567890"],
    ["without the plus", "6281234567890", "ID", "+6281234567890"],
    ["without the zero", "81234567890", "ID", "+6281234567890"],
    ["the same digits elsewhere", "030 123456", "DE", "+4930123456"],
    ["of another country", "+1 212 555 2368", "ID", "+12125552368"],
    ["international where the country is unknown", "+6281234567890", "XX", "+6281234567890"],
  ])("%s", (_, text, country, e164) => {
    expect(toE164(text, country)).toBe(e164);
  });

  test.each([
    ["nothing", "", "ID"],
    ["words", "not a number", "ID"],
    ["an email", "ani@example.com", "ID"],
    ["too short", "0812", "ID"],
    ["too long", "08123456789012345", "ID"],
    ["a Member ID", "M0001", "ID"],
    ["local where the country is unknown", "081234567890", "XX"],
    ["a country code that does not exist", "+999123456789", "ID"],
  ])("%s is none", (_, text, country) => {
    expect(toE164(text, country)).toBeNull();
  });
});
