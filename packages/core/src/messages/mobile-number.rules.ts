import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * The country of a number in E.164 if it is not allowed, else null. Numbers without a country, such as
 * satellite numbers, are never allowed, because they cost the most.
 */
export function countryToRefuse(number: string, allowed: readonly string[]): string | null {
  const country = parsePhoneNumberFromString(number)?.country;
  if (country === undefined) return NO_COUNTRY;
  return allowed.includes(country) ? null : country;
}

const NO_COUNTRY = "no country";

/** The error message for a number that may not get text messages. */
export function countryNotAllowed(country: string): string {
  return country === NO_COUNTRY
    ? "Text messages do not go to numbers of no country."
    : `Text messages to ${country} are not allowed: Settings, Policy names the countries.`;
}
