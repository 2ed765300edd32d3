import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js";

/**
 * A mobile number in E.164, read in the merchant's country: local `0812…` and international
 * `+62812…` are the same number. Null where it is no valid number. Source: decisions, section 3.
 */
export function toE164(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(
    text,
    isSupportedCountry(country) ? (country as CountryCode) : undefined,
  );
  return number?.isValid() ? number.number : null;
}
