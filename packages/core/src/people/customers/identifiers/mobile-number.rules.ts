import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js";

/**
 * Returns a mobile number in E.164, read in the merchant's country: local `0812…` and international `+62812…`
 * are the same number. Null if the text is not a valid number. Decisions, section 3.
 */
export function toE164(text: string, country: string): string | null {
  return readNumber(parsePhoneNumberFromString, text, country)?.number ?? null;
}

/**
 * Returns the valid number that the whole text spells, or null. `parse` is one of the library's parsers.
 * Rejects a text with more than the number, because it may be another customer's email or Member ID.
 */
export function readNumber(
  parse: typeof parsePhoneNumberFromString,
  text: string,
  country: string,
): PhoneNumber | null {
  const spelled = text
    // invisible marks come with numbers copied from an address book
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^\(\s*(\+[0-9]+)\s*\)/, "$1 ");
  // the library would read the parameters of a tel: address, after the semicolon
  if (spelled.includes(";")) return null;
  // the library is slow to reject an email address
  if (spelled.includes("@")) return null;
  const number = parse(spelled, {
    extract: false,
    ...(isSupportedCountry(country) ? { defaultCountry: country as CountryCode } : {}),
  });
  return number?.isValid() && !number.ext ? number : null;
}

/**
 * Returns the beginnings of E.164 numbers that a typed text can mean in the merchant's country: `0812` and
 * `62812` both mean `+62812`. Does not check that such numbers exist. Empty if the text is not the beginning
 * of a number.
 */
export function e164Beginnings(text: string, country: string): readonly string[] {
  const typed = text.replace(/[\s().-]|\p{Cf}/gu, "");
  const [, plus = "", digits = ""] = /^(\+|00)?([0-9]+)$/.exec(typed) ?? [];
  if (digits === "") return [];
  if (plus) return [`+${digits}`];
  if (!isSupportedCountry(country)) return [`+${digits}`];
  const code = getCountryCallingCode(country as CountryCode);
  // in some countries the leading zero is a part of the number
  const national = [...new Set([digits.replace(/^0/, ""), digits])];
  return [`+${digits}`, ...national.map((each) => `+${code}${each}`)];
}

/**
 * Returns the ways to dial an E.164 number, digits only: international with and without 00, and national with
 * and without 0.
 */
export function digitsOf(e164: string): string[] {
  const digits = e164.replace(/[^0-9]/g, "");
  const national = parsePhoneNumberFromString(e164)?.nationalNumber ?? digits;
  return [digits, `00${digits}`, national, `0${national}`];
}
