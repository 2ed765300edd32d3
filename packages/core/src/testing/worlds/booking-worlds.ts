import fc from "fast-check";
import { mostly } from "./shop-facts.ts";

/** Opening hours of a store. `base` is one hour after the current time of the world. */
export type HoursKind =
  | "none"
  | "always"
  | "around base"
  | "until base"
  | "from base"
  | "the night before"
  | "closed";

const store = fc.record({
  isActive: mostly([true], [false]),
  largestParty: mostly<number | null>([null, 4], [3]),
  hours: mostly<HoursKind>(
    ["none", "none", "none", "always", "around base", "from base", "the night before"],
    ["until base", "closed"],
    6,
  ),
  /** How much of the store's budget is spent. "over": all is spent, and the budget's period has ended. */
  spent: mostly<number | "over">([0, 1, 57, 58, 59, "over"], [60], 8),
});

const call = fc.record({
  store: fc.constantFrom<0 | 1>(0, 0, 1),
  user: fc.constantFrom<"email" | "memberId" | "nobody">("email", "memberId", "nobody"),
  /** Who books: a guest, or staff for a customer, for nobody, or for an unknown customer. */
  by: fc.constantFrom<"guest" | "staff for customer" | "staff for nobody" | "staff for unknown">(
    ...(["guest", "guest", "guest", "staff for customer", "staff for nobody"] as const),
    "staff for unknown",
  ),
  /** Minutes from `base`, or a time that the clock in Los Angeles skips. */
  minutes: mostly<number | "skipped">([0, 0, 1, 30], [-1, -90, 1_440, "skipped", "skipped"]),
  phone: fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2),
  people: mostly([1, 3, 4], [5]),
  key: fc.constantFrom(null, null, "k", "l"),
  fingerprint: mostly(["f"], ["g"], 4),
});

/** Random merchants with two stores, and up to eight calls with three phone numbers. */
export const bookingWorlds = fc.record({
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  hours: fc.integer({ min: 0, max: 47 }),
  /** The age of the outcome stored for the key `k`: under or over seven days. */
  kept: fc.constantFrom<"nothing" | "young" | "old">("nothing", "nothing", "young", "old"),
  stores: fc.tuple(store, store),
  /** How much of each phone number's budget is spent. "over": all is spent, and its period has ended. */
  phones: fc.tuple(
    mostly<number | "over">([0, 2, 3, 4, "over"], [5], 8),
    mostly<number | "over">([0, 3, "over"], [5], 8),
    mostly<number | "over">([0, 4], [5], 8),
  ),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type BookingWorldFacts = typeof bookingWorlds extends fc.Arbitrary<infer F> ? F : never;
