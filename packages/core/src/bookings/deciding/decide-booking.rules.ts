import { allows } from "../../access/tokens/token.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, notPermitted, type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { Booking, BookingStatus } from "../types.ts";
import { checkTimeHasCome, checkTransition } from "./booking-status.rules.ts";

/**
 * The data that the rules of a decision check. Decisions need no idempotency keys, because a repeated call
 * has a stale revision and is refused.
 */
export type DecisionSeen = {
  readonly booking: Booking | null;
  readonly store: { readonly id: number } | null;
  /** The customer to match the booking to; null if the call names none or there is no such customer. */
  readonly customer: { readonly id: number } | null;
  /** `YYYY-MM-DD HH:MM:SS` in the booking's store. */
  readonly now: string;
  readonly kept: null;
};

/** The decision: a new status, or a match with a customer. */
export type Decision = { readonly to: BookingStatus } | { readonly match: true };

/** Whether the caller is staff, or a token with the scope `bookings`. Decisions, section 7. */
export function mayHandleBookings(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "bookings");
}

/** The refusal of callers that may not handle bookings. */
export const notForCaller: Refusal = {
  ...notPermitted,
  rule: "caller may handle bookings",
};

/** Refuses a caller who may not handle bookings, a missing booking, and one in a store not the caller's. */
export function checkAccess(booking: Booking | null, caller: KnownCaller): Refusal | null {
  if (!mayHandleBookings(caller)) return notForCaller;
  if (!booking)
    return { code: "booking_not_found", message: "Booking not found", rule: "booking exists" };
  return mayActIn(caller, booking.store.id) ? null : otherStore;
}

/**
 * Refuses a decision by the caller's access, then by the revision that they saw, then by the transition or
 * the match. Null if it is allowed.
 */
export function refuseDecision(
  { booking, customer, now }: DecisionSeen,
  caller: KnownCaller,
  { revision, decision }: { readonly revision: number; readonly decision: Decision },
): Refusal | null {
  const hidden = checkAccess(booking, caller);
  if (hidden) return hidden;
  if (!booking) throw new TypeError("a booking that may be seen is there");
  const stale = checkRevision(booking, revision);
  if (stale) return stale;
  if ("match" in decision) return customer ? null : { ...unknownCustomer, field: "user" };
  return firstRefusal(
    checkTransition(booking.status, decision.to),
    decision.to === "No-show" ? checkTimeHasCome(booking, now) : null,
  );
}

/** Of two people who decide at once, the second one is refused and sees who was faster. */
function checkRevision(booking: Booking, seen: number): Refusal | null {
  const { revision, status, decidedBy } = booking;
  if (revision === seen) return null;
  return {
    code: "stale_revision",
    field: "revision",
    message: decidedBy
      ? `${decidedBy.name ?? "Somebody"} has changed this booking meanwhile, it is ${status}`
      : `This booking is another than was seen, it is ${status}`,
    rule: "booking is as whoever decides has seen it",
    expected: `revision ${seen}`,
    found: `revision ${revision}${decidedBy ? ` by ${decidedBy.kind} ${decidedBy.id}` : ""}`,
  };
}
