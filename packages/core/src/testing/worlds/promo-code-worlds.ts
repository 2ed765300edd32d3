import fc from "fast-check";
import { callFacts, limitFacts, mostly, shopFacts } from "./shop-facts.ts";

/** The times of day between which a promo code is valid, in hours from now. Null: no bound. */
export type Hours = { readonly from: number | null; readonly until: number | null };

const promoCode = fc.record({
  ...limitFacts,
  hours: mostly<Hours>(
    [
      { from: null, until: null },
      { from: -1, until: 1 },
      { from: -2, until: 7 },
      { from: -1, until: -3 },
      { from: -1, until: null },
    ],
    [
      { from: 1, until: -1 },
      { from: null, until: -1 },
    ],
    8,
  ),
  /** How often the first member has used the promo code. */
  uses: fc.constantFrom(0, 0, 1, 2),
  /** How many uses are left; null is any number. */
  left: mostly<number | null>([null, 1, 1, 2, 3], [0], 8),
  /** How many uses one customer may have; null is any number. */
  forCustomer: mostly<number | null>([null, 1, 2, 3], [0], 8),
});

const call = fc.record({
  promoCode: mostly<0 | 1 | "unknown">([0, 0, 1], ["unknown"], 8),
  user: mostly<0 | 1 | "nobody">([0, 1], ["nobody"]),
  ...callFacts,
});

/** Random merchants with two members and two promo codes, and up to eight calls at once. */
export const promoCodeWorlds = fc.record({
  ...shopFacts,
  promoCodes: fc.tuple(promoCode, promoCode),
  /**
   * The wrong guesses of the token for all stores. `some` is 10. `all` is the limit, in the current minute.
   * `past` is the limit, in an earlier minute.
   */
  guesses: mostly<"none" | "some" | "past" | "all">(["none", "some", "past"], ["all"], 5),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type PromoCodeWorldFacts = typeof promoCodeWorlds extends fc.Arbitrary<infer F> ? F : never;
