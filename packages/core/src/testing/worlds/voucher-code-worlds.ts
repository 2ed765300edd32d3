import fc from "fast-check";
import { mostly } from "./shop-facts.ts";
import { voucherWorlds } from "./voucher-worlds.ts";

/** The template, the code's letters and the customer's identifier that a call sends. */
const byCode = fc.record({
  template: mostly<"own" | "other">(["own"], ["other"]),
  isLowerCase: fc.boolean(),
  /** Which identifier the call sends where the voucher world has a Member ID. */
  userBy: mostly<"mobileNumber" | "memberId">(["mobileNumber"], ["memberId"]),
});

/**
 * Worlds of vouchers that are redeemed by their codes. The callers' guesses never reach the limit
 * within a world: whether two calls at once may both be the last guess depends on their order.
 */
export const voucherCodeWorlds = fc.record({
  world: voucherWorlds,
  /** Which of the vouchers nobody holds. */
  free: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
  byCode: fc.array(byCode, { minLength: 8, maxLength: 8 }),
  /** The wrong guesses of the token without limits: none, 50, 60 in this minute, or 60 before it. */
  guesses: mostly<"none" | "some" | "all" | "before">(["none", "some", "before"], ["all"], 4),
});
export type VoucherCodeWorldFacts =
  typeof voucherCodeWorlds extends fc.Arbitrary<infer F> ? F : never;
