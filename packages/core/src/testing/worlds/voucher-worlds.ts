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
