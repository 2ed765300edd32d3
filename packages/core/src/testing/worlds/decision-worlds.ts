import fc from "fast-check";
import { bookingStatuses } from "../../bookings/index.ts";
import { mostly } from "./shop-facts.ts";

const booking = fc.record({
  status: fc.constantFrom(...bookingStatuses),
  /** The index of the booking's store. */
  store: fc.constantFrom<0 | 1>(0, 0, 1),
  /** The time of the booking, in hours from now. */
  hours: fc.constantFrom(-30, -1, 1, 30),
  /** Whether the booking was decided before the calls. */
  isDecided: fc.boolean(),
  isMatched: fc.boolean(),
});

const call = fc.record({
  booking: mostly<0 | 1 | 2 | "unknown">([0, 0, 1, 2], ["unknown"]),
  verb: fc.constantFrom("confirm", "seat", "complete", "cancel", "markNoShow", "match", "match"),
  revision: mostly<"seen" | "next" | "other">(["seen", "seen", "next"], ["other"], 8),
  user: mostly<"email" | "memberId" | "mobileNumber" | "id" | "nobody">(
    ["email", "memberId", "mobileNumber", "id"],
    ["nobody"],
  ),
  caller: mostly<"token" | "staff" | "other scope" | "other store">(
    ["token", "staff"],
    ["other scope", "other store"],
  ),
});

/** Random merchants with two stores and three bookings, and up to eight decisions made at once. */
export const decisionWorlds = fc.record({
  timezone: fc.constantFrom("Asia/Jakarta", "Pacific/Kiritimati", "America/Los_Angeles"),
  hours: fc.integer({ min: 0, max: 47 }),
  bookings: fc.tuple(booking, booking, booking),
  calls: fc.array(call, { minLength: 1, maxLength: 8 }),
});
export type DecisionWorldFacts = typeof decisionWorlds extends fc.Arbitrary<infer F> ? F : never;
