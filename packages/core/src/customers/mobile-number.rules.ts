import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js";

/**
 * A mobile number in E.164, read in the merchant's country: local `0812…` and international
 * `+62812…` are the same number. Null where it is no valid number. Source: decisions, section 3.
 */
export function toE164(text: string, country: string): string | null {
  return readNumber(parsePhoneNumberFromString, text, country)?.number ?? null;
}

/**
 * The valid number that a text is as a whole, by the tables of one of the library's parsers. A text
 * that merely holds a number is none, because it may be another customer's email or Member ID.
 */
export function readNumber(
  parse: typeof parsePhoneNumberFromString,
  text: string,
  country: string,
): PhoneNumber | null {
  const spelled = text
    // invisible marks come along where a number is copied from an address book
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^\(\s*(\+[0-9]+)\s*\)/, "$1 ");
  // what follows a semicolon is a parameter of a tel: address, and the library would read it
  if (spelled.includes(";")) return null;
  const number = parse(spelled, {
    extract: false,
    ...(isSupportedCountry(country) ? { defaultCountry: country as CountryCode } : {}),
  });
  return number?.isValid() && !number.ext ? number : null;
}

/** How an E.164 number is dialled, digits alone: international with and without 00, and national. */
export function digitsOf(e164: string): string[] {
  const digits = e164.replace(/[^0-9]/g, "");
  const national = parsePhoneNumberFromString(e164)?.nationalNumber ?? digits;
  return [digits, `00${digits}`, national, `0${national}`];
}
