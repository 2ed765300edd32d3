import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Refusal } from "../../foundation/failures.ts";
import { readNumber } from "../customers/identifiers/mobile-number.rules.ts";

/**
 * The types of numbers that can be mobile. In some countries the digits do not distinguish mobile numbers
 * from fixed lines.
 */
const mobile = new Set<string | undefined>(["MOBILE", "FIXED_LINE_OR_MOBILE"]);

/** Refuses a text that is not a mobile number. The number may be national (of `country`) or international. */
export function checkMobileNumber(text: string, country: string): Refusal | null {
  const number = readNumber(parsePhoneNumberFromString, text, country);
  return mobile.has(number?.getType())
    ? null
    : {
        code: "invalid_mobile_number",
        message: "Please enter a valid mobile phone number.",
        rule: "mobile number is one of its country",
      };
}
