import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * Returns the country of an E.164 number if text messages may not go there, else null. Returns `NO_COUNTRY`
 * for a number without a country, such as a satellite number. Such numbers cost the most and are never
 * allowed.
 */
export function countryToRefuse(number: string, allowed: readonly string[]): string | null {
  const country = parsePhoneNumberFromString(number)?.country;
  if (country === undefined) return NO_COUNTRY;
  return allowed.includes(country) ? null : country;
}

const NO_COUNTRY = "no country";

/** Returns the error message for a country that `countryToRefuse` has returned. */
export function countryNotAllowed(country: string): string {
  return country === NO_COUNTRY
    ? "Text messages do not go to numbers of no country."
    : `Text messages to ${country} are not allowed: Settings, Policy names the countries.`;
}
