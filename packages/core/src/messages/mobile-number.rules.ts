import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * The country of a number in E.164 where it is none of the allowed ones; null where it is. A number of
 * no country, as satellites have it, is never allowed: those are the dearest.
 */
export function countryToRefuse(number: string, allowed: readonly string[]): string | null {
  const country = parsePhoneNumberFromString(number)?.country;
  if (country === undefined) return NO_COUNTRY;
  return allowed.includes(country) ? null : country;
}

const NO_COUNTRY = "no country";

/** What is told of a number that no text message may go to. */
export function countryNotAllowed(country: string): string {
  return country === NO_COUNTRY
    ? "Text messages do not go to numbers of no country."
    : `Text messages to ${country} are not allowed: Settings, Policy names the countries.`;
}
