import { describe, expect, test } from "vitest";
import { e164Beginnings, toE164 } from "./mobile-number.rules.ts";

describe("a mobile number in the merchant's country", () => {
  test.each([
    ["local", "0812 3456 7890", "ID", "+6281234567890"],
    ["local with dashes", "0812-3456-7890", "ID", "+6281234567890"],
    ["international", "+62 812 3456 7890", "ID", "+6281234567890"],
    ["international with brackets", "+62 (812) 34567890", "ID", "+6281234567890"],
    ["international, its code in brackets", "(+62) 812 3456 7890", "ID", "+6281234567890"],
    ["local with dots", "0812.3456.7890", "ID", "+6281234567890"],
    ["local with brackets", "(0812) 34567890", "ID", "+6281234567890"],
    ["local with slashes", "0812/3456/7890", "ID", "+6281234567890"],
    ["blanks around it", "  081234567890\n", "ID", "+6281234567890"],
    ["copied with marks that nobody sees", "\u202a+62 812 3456 7890\u202c", "ID", "+6281234567890"],
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
    ["an email that begins with one", "081234567890@gmail.com", "ID"],
    ["an email that holds an international one", "a+6281234567890@gmail.com", "ID"],
    ["a Member ID that holds one", "M081234567890", "ID"],
    ["a card that holds one", "CARD-081234567890", "ID"],
    ["a sentence that holds one", "hello 081234567890 world", "ID"],
    ["one in a sentence where the country is unknown", "hello +6281234567890", "XX"],
    ["two of them", "081234567890 081234567891", "ID"],
    ["one with an extension", "081234567890 ext 5", "ID"],
    ["one with an extension in short", "081234567890x5", "ID"],
    ["one with a desk behind a hash", "081234567890#5", "ID"],
    ["one that dials on", "081234567890,,5", "ID"],
    ["an address of one", "tel:+6281234567890", "ID"],
    ["one with a parameter", "+6281234567890;phone-context=x", "ID"],
    ["one with a parameter where the country is unknown", "81234567890;phone-context=+62", "XX"],
    ["a country code that does not exist", "+999123456789", "ID"],
  ])("%s is none", (_, text, country) => {
    expect(toE164(text, country)).toBeNull();
  });
});

describe("how numbers begin that a text is the beginning of", () => {
  test.each([
    ["as dialled", "0812-34", "ID", "+6281234567890"],
    ["without the zero", "81234", "ID", "+6281234567890"],
    ["without the plus", "6281 2", "ID", "+6281234567890"],
    ["international", "+62 (812)", "ID", "+6281234567890"],
    ["with the international prefix", "006281", "ID", "+6281234567890"],
    ["where the zero belongs to the number", "06 1234", "IT", "+390612345678"],
    ["where the country is unknown", "62812", "XX", "+6281234567890"],
  ])("%s", (_, text, country, number) => {
    const beginnings = e164Beginnings(text, country);
    expect(beginnings.filter((each) => number.startsWith(each))).toHaveLength(1);
  });

  test("an international one is only itself", () => {
    expect(e164Beginnings("+6281", "ID")).toEqual(["+6281"]);
  });

  test.each(["", "ani", "M0812", "+", "0812@example.com", "08+12"])("%j is none", (text) => {
    expect(e164Beginnings(text, "ID")).toEqual([]);
  });
});
