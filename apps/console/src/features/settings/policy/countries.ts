/**
 * Region codes that browsers name but that are not countries to send a text message to: unions (EU, EZ, UN),
 * test locales (XA, XB), and unspecified places (QO, ZZ).
 */
const noCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/**
 * Whether a country code is current. Browsers also know former codes: with the code DY, Benin would be listed
 * twice.
 */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}

/** Returns the countries by name in a language, for a field that selects some. Always includes `chosen`. */
export function countriesIn(locale: string, chosen: readonly string[]) {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const known = letters.flatMap((first) => letters.map((second) => first + second));
  const codes = known.filter(
    (code) => !noCountries.has(code) && isCurrent(code) && names.of(code) !== undefined,
  );
  return [...new Set([...codes, ...chosen])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
