import fc from "fast-check";
import { mostly, shopFacts, type Where } from "./shop-facts.ts";

const redemption = fc.record({
  kind: fc.constantFrom(
    ...(["reward", "rewards", "voucher", "voucher_code", "voucher_value", "promo_code"] as const),
    ...(["issuing", "issuing", "voucher", "voucher_value"] as const),
  ),
  holder: fc.constantFrom<0 | 1>(0, 1),
  store: fc.constantFrom<"here" | "elsewhere">("here", "here", "elsewhere"),
  hoursAgo: fc.constantFrom(0, 23, 25),
  isCanceled: mostly([false], [true], 6),
  /**
   * Whether a voucher's value is dynamic. If `isCanceled`, also whether the cancel asks for a replacement.
   */
  isDynamic: fc.boolean(),
  /** The last day of a voucher, in days from today; null if it never ends. */
  endsIn: fc.constantFrom(null, 0, 1, 9),
  /**
   * How much is spent of the first voucher that the redemption issued. `returned` and `replaced`: all of it,
   * and that was canceled, without or with a replacement.
   */
  spent: fc.constantFrom<"nothing" | "part" | "all" | "returned" | "replaced">(
    ...(["nothing", "nothing", "part", "all", "returned", "replaced"] as const),
  ),
  /** The gift card's state when its deduction is canceled. */
  card: mostly<"valid" | "ended" | "inactive">(["valid"], ["ended", "inactive"], 3),
});

const call = fc.record({
  redemption: mostly<0 | 1 | 2 | 3 | "unknown">([0, 1, 2, 3], ["unknown"]),
  createReplacementVoucher: fc.boolean(),
  caller: fc.constantFrom<"token" | "manager" | "cashier">("token", "token", "manager", "cashier"),
  reason: mostly<string | null>(["Wrong drink"], [null, " "], 8),
  within: mostly<Where>(["all", "all", "here"], ["elsewhere"], 8),
  key: fc.constantFrom(null, null, "k", "l"),
  fingerprint: mostly(["f"], ["g"], 4),
});

/** Random merchants with two members and four redemptions, and up to eight calls that cancel them at once. */
export const cancelWorlds = fc.record({
  timezone: shopFacts.timezone,
  hours: shopFacts.hours,
  kept: shopFacts.kept,
  /** Whether the second member was anonymized. */
  isForgotten: mostly([false], [true]),
  redemptions: fc.tuple(redemption, redemption, redemption, redemption),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type CancelWorldFacts = typeof cancelWorlds extends fc.Arbitrary<infer F> ? F : never;
