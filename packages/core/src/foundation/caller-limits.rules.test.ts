import { expect, test } from "vitest";
import { defaultLimits, type LimitSettings, limitsFor } from "./caller-limits.rules.ts";

const unset: LimitSettings = {
  ...{ guessesPerMinute: null, blockedPinsPerDay: null, customersShownPerMinute: null },
  ...{ customersShownPerDay: null, suggestionsPerMinute: null },
};

test.each([
  [
    1,
    {
      guessesInAll: 60,
      blockedPinsInAll: 50,
      customersInMinute: 1_200,
      customersInDay: 20_000,
      suggestions: 120,
    },
  ],
  [
    5,
    {
      guessesInAll: 300,
      blockedPinsInAll: 250,
      customersInMinute: 1_200,
      customersInDay: 25_000,
      suggestions: 120,
    },
  ],
  [
    200,
    {
      guessesInAll: 600,
      blockedPinsInAll: 500,
      customersInMinute: 12_000,
      customersInDay: 1_000_000,
      suggestions: 2_400,
    },
  ],
])("C2: a token with %d stores has the defaults of section 6.2", (stores, rest) => {
  expect(limitsFor(unset, stores)).toEqual({ guesses: 60, blockedPins: 50, ...rest });
});

test("C2: a setting takes the place of a default, and the sum over all stores is never below it", () => {
  const set = { ...unset, guessesPerMinute: 100, customersShownPerDay: 5_000 };
  expect(limitsFor(set, 1)).toEqual({
    ...defaultLimits,
    ...{ guesses: 100, guessesInAll: 100, customersInDay: 5_000 },
  });
  expect(limitsFor({ ...unset, guessesPerMinute: 10 }, 200).guessesInAll).toBe(600);
});

test("C2: a token without a store has the limits of no store, which are not zero", () => {
  expect(limitsFor(unset, 0)).toEqual(defaultLimits);
});
