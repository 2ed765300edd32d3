import { expect, test } from "vitest";
import { countriesIn } from "../src/features/settings/policy/countries.ts";

for (const locale of ["en", "id"])
  test(`names each country once: ${locale}`, () => {
    const names = countriesIn(locale, []).map(({ label }) => label);
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

test("keeps a country that was chosen before its code changed", () => {
  expect(countriesIn("en", ["ZR"]).map(({ value }) => value)).toContain("ZR");
});
