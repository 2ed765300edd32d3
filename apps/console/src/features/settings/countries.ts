/** Two letters that name something else than a country with phones: unions, tests, unknown places. */
const noCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Browsers also name countries by codes of before, such as DY for Benin: they would be listed twice. */
function isCurrent(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code;
}

/** The countries by their names in a language, for a field that chooses some; `chosen` are always there. */
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
