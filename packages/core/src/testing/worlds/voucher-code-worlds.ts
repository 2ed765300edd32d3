import fc from "fast-check";
import { mostly } from "./shop-facts.ts";
import { voucherWorlds } from "./voucher-worlds.ts";

/** The template, the letter case of the code, and the customer's identifier that a call sends. */
const byCode = fc.record({
  template: mostly<"own" | "other">(["own"], ["other"]),
  isLowerCase: fc.boolean(),
  /** The identifier that the call sends for a customer whom `voucherWorlds` names by Member ID. */
  userBy: mostly<"mobileNumber" | "memberId">(["mobileNumber"], ["memberId"]),
});

/**
 * Worlds of vouchers that are redeemed by their codes. The calls of a world add too few guesses to reach the
 * limit. Otherwise the outcome of the last guess would depend on the order of calls made at once.
 */
export const voucherCodeWorlds = fc.record({
  world: voucherWorlds,
  /** For each of the three vouchers: whether no customer holds it. */
  free: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  byCode: fc.array(byCode, { minLength: 8, maxLength: 8 }),
  /**
   * The wrong guesses of the token for all stores: none, 50, 60 in the minute before, or 60 in this minute.
   */
  guesses: mostly<"none" | "some" | "all" | "before">(["none", "some", "before"], ["all"], 4),
});
export type VoucherCodeWorldFacts =
  typeof voucherCodeWorlds extends fc.Arbitrary<infer F> ? F : never;
