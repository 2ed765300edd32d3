import fc from "fast-check";
import { callFacts, limitFacts, mostly, shopFacts } from "./shop-facts.ts";

const voucher = fc.record({
  owner: mostly<0 | 1 | null>([0, 0, 1], [null]),
  isRedeemed: mostly([false], [true]),
  left: fc.constantFrom(null, "10.00", "6.50"),
  ...limitFacts,
});

const call = fc.record({
  voucher: mostly<0 | 1 | 2 | "unknown">([0, 1, 2], ["unknown"]),
  user: mostly<"owner" | "other" | "nobody">(["owner"], ["other", "nobody"]),
  ...callFacts,
});

/** Random merchants with two members and three vouchers, and up to eight calls at once. */
export const voucherWorlds = fc.record({
  ...shopFacts,
  vouchers: fc.tuple(voucher, voucher, voucher),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type VoucherWorldFacts = typeof voucherWorlds extends fc.Arbitrary<infer F> ? F : never;

/**
 * Voucher worlds with a value for each call: below, equal to or above the remaining value, 0, or too large for
 * an amount.
 */
export const valueWorlds = fc.record({
  world: voucherWorlds,
  values: fc.array(
    mostly(["0.01", "3.50", "6.50", "10.00"], ["0.00", "6.51", "10.01", "1000000000000.00"], 8),
    { minLength: 8, maxLength: 8 },
  ),
});
export type ValueWorldFacts = typeof valueWorlds extends fc.Arbitrary<infer F> ? F : never;
