import fc from "fast-check";

/** Draws from `fine` and `refused` in the ratio `weight` to 1, so that the rules allow many calls. */
export const mostly = <T>(fine: readonly T[], refused: readonly T[], weight = 14) =>
  fc.oneof(
    { weight, arbitrary: fc.constantFrom(...fine) },
    { weight: 1, arbitrary: fc.constantFrom(...refused) },
  );

export type Where = "all" | "here" | "elsewhere";
export type Request = "live" | "expired" | "spent" | "none";
/** One of the two members. */
export type Holder = 0 | 1;

const member = fc.record({
  isActive: mostly([true], [false]),
  isBlocked: mostly([false], [true]),
  status: mostly<100 | 200 | 300>([100], [200, 300]),
  isPartial: mostly([false], [true]),
  requests: fc.record({
    a: fc.constantFrom<Request>("live", "live", "live", "expired", "spent", "none"),
    b: fc.constantFrom<Request>("live", "live", "live", "expired", "spent", "none"),
  }),
});

/** When, where and through which channels a reward, voucher or promo code can be redeemed. */
export const limitFacts = {
  isActive: mostly([true], [false]),
  startsIn: mostly<number | null>([null, -1, 0], [1]),
  endsIn: mostly<number | null>([null, 0, 1], [-1]),
  stores: mostly<Where>(["all", "here"], ["elsewhere"]),
  channels: mostly<number[]>([[], [2], [1, 2]], [[9]]),
};

/** The facts that calls of all operations have. */
export const callFacts = {
  userBy: fc.constantFrom<"email" | "memberId">("email", "memberId"),
  storeBy: mostly<"id" | "code" | "nothing">(["id", "code"], ["nothing"]),
  within: mostly<Where>(["all", "here"], ["elsewhere"]),
  channel: mostly<number | null>([2], [null, 1]),
  request: mostly<"a" | "b" | "unknown" | null>(["a", "a", "b"], ["unknown", null], 6),
  key: fc.constantFrom(null, null, "k", "l"),
  fingerprint: mostly(["f"], ["g"], 4),
  extraData: fc.constantFrom(null, { till: 4, note: "“é” \\ \n" }),
};

/**
 * The facts of a merchant with two members. `hours` is how far the world's clock is ahead, so that the tests
 * run at every time of the day.
 */
export const shopFacts = {
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  hours: fc.integer({ min: 0, max: 47 }),
  storeIsActive: mostly([true], [false]),
  partialMayRedeem: fc.boolean(),
  asksForPin: fc.constantFrom(false, false, true),
  members: fc.tuple(member, member),
  /** The age of the outcome stored for the key `k`: under or over seven days. */
  kept: fc.constantFrom<"nothing" | "young" | "old">("nothing", "nothing", "young", "old"),
};

type FactsOf<T> = { readonly [Name in keyof T]: T[Name] extends fc.Arbitrary<infer F> ? F : never };
export type ShopFacts = FactsOf<typeof shopFacts>;
export type LimitFacts = FactsOf<typeof limitFacts>;
export type CallFacts = FactsOf<typeof callFacts>;
