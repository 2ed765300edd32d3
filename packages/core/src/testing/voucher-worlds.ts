import fc from "fast-check";

/** Mostly what no rule refuses, so that many calls are done, and often only just. */
export const mostly = <T>(fine: readonly T[], refused: readonly T[], weight = 14) =>
  fc.oneof(
    { weight, arbitrary: fc.constantFrom(...fine) },
    { weight: 1, arbitrary: fc.constantFrom(...refused) },
  );

export type Where = "all" | "here" | "elsewhere";
export type Request = "live" | "expired" | "spent" | "none";

const member = fc.record({
  isActive: mostly([true], [false]),
  isBlocked: mostly([false], [true]),
  status: mostly<100 | 200 | 300>([100], [200, 300]),
  requests: fc.record({
    a: fc.constantFrom<Request>("live", "live", "live", "expired", "spent", "none"),
    b: fc.constantFrom<Request>("live", "live", "live", "expired", "spent", "none"),
  }),
});

/** Where and when something can be redeemed; days are counted from today. */
export const availability = {
  isActive: mostly([true], [false]),
  startsIn: mostly<number | null>([null, -1, 0], [1]),
  endsIn: mostly<number | null>([null, 0, 1], [-1]),
  stores: mostly<Where>(["all", "here"], ["elsewhere"]),
  channels: mostly<number[]>([[], [2], [1, 2]], [[9]]),
};

const voucher = fc.record({
  owner: mostly<0 | 1 | null>([0, 0, 1], [null]),
  isRedeemed: mostly([false], [true]),
  left: fc.constantFrom(null, "10.00", "6.50"),
  ...availability,
});

/** What a call says beside the customer and what is redeemed. */
export const calling = {
  userBy: fc.constantFrom<"email" | "memberId">("email", "memberId"),
  storeBy: mostly<"id" | "code" | "nothing">(["id", "code"], ["nothing"]),
  within: mostly<Where>(["all", "here"], ["elsewhere"]),
  channel: mostly<number | null>([2], [null, 1]),
  request: mostly<"a" | "b" | "unknown" | null>(["a", "a", "b"], ["unknown", null], 6),
  key: fc.constantFrom(null, null, "k", "l"),
  fingerprint: mostly(["f"], ["g"], 4),
};

const call = fc.record({
  voucher: mostly<0 | 1 | 2 | "unknown">([0, 1, 2], ["unknown"]),
  user: mostly<"owner" | "other" | "nobody">(["owner"], ["other", "nobody"]),
  ...calling,
  extraData: fc.constantFrom(null, { till: 4, note: "“é” \\ \n" }),
});

/** One shop with two members. */
export const scene = {
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  hours: fc.integer({ min: 0, max: 47 }),
  storeIsActive: mostly([true], [false]),
  asksForPin: fc.constantFrom(false, false, true),
  members: fc.tuple(member, member),
  /** How old what is kept under the key `k` is. */
  kept: fc.constantFrom<"nothing" | "young" | "old">("nothing", "nothing", "young", "old"),
};

/** Worlds of one shop with two members and three vouchers, and up to eight calls that meet in them. */
export const voucherWorlds = fc.record({
  ...scene,
  vouchers: fc.tuple(voucher, voucher, voucher),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type VoucherWorldFacts = typeof voucherWorlds extends fc.Arbitrary<infer F> ? F : never;
