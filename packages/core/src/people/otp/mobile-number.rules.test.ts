import { describe, expect, test } from "vitest";
import { checkMobileNumber } from "./mobile-number.rules.ts";

describe("a mobile number", () => {
  test.each([
    ["081234567890", "ID"],
    ["0812 3456 7890", "ID"],
    ["+62 812-3456-7890", "ID"],
    ["0812.3456.7890", "ID"],
    ["(0812) 34567890", "ID"],
    ["(+62) 812 34567890", "ID"],
    [" 6281234567890 ", "ID"],
    ["+6591234567", "ID"],
    ["91234567", "SG"],
    ["+12015550123", "ID"],
    ["07400 123456", "GB"],
  ])("%s in %s", (text, country) => {
    expect(checkMobileNumber(text, country)).toBeNull();
  });
});

describe("none", () => {
  test.each([
    ["", "ID"],
    ["hello", "ID"],
    ["0812", "ID"],
    ["08123456789012345", "ID"],
    ["081234567890@gmail.com", "ID"],
    ["M081234567890", "ID"],
    ["hello 081234567890 world", "ID"],
    ["hello +6281234567890 world", "XX"],
    ["081234567890 ext 5", "ID"],
    ["081234567890;ext=5", "ID"],
    ["tel:+6281234567890", "ID"],
    ["0215551234", "ID"],
    ["+622155512345", "ID"],
    ["+99912345678", "ID"],
    ["81234567890", "XX"],
    ["020 7946 0018", "GB"],
  ])("%j in %s", (text, country) => {
    expect(checkMobileNumber(text, country)).toMatchObject({
      code: "invalid_mobile_number",
      message: "Please enter a valid mobile phone number.",
    });
  });
});
