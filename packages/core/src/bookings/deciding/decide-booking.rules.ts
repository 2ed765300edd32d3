import { allows } from "../../entering/access/tokens/token.rules.ts";
import type { KnownCaller } from "../../foundation/context.ts";
import { missingScope, type Refusal } from "../../foundation/failures.ts";
import { mayActIn, otherStore } from "../../running/merchants/store.rules.ts";
import type { Booking } from "../types.ts";

/** Returns whether the caller is staff, or a token with the scope `bookings`. Decisions, section 7. */
export function mayHandleBookings(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "bookings");
}

/** The refusal of callers that may not handle bookings. */
export const notForCaller: Refusal = missingScope("bookings");

/** The refusal if the merchant has no such booking. */
export const unknownBooking: Refusal = {
  code: "booking_not_found",
  message: "Booking not found",
  rule: "booking exists",
};

/**
 * Refuses a caller who may not handle bookings, then an unknown booking, then a booking in a store that is
 * not the caller's.
 */
export function checkAccess(booking: Booking | null, caller: KnownCaller): Refusal | null {
  if (!mayHandleBookings(caller)) return notForCaller;
  if (!booking) return unknownBooking;
  return mayActIn(caller, booking.store.id) ? null : otherStore(caller, booking.store.id);
}

/** The words for a decision about another revision. They name the person who decided last, if anybody did. */
export function changedMeanwhile(booking: Booking, seen: number) {
  const { revision, status, decidedBy } = booking;
  return {
    current: booking,
    field: "revision",
    message: decidedBy
      ? `${decidedBy.name ?? "Somebody"} has changed this booking meanwhile, it is ${status}`
      : `This booking is another than was seen, it is ${status}`,
    rule: "booking is as whoever decides has seen it",
    expected: `revision ${seen}`,
    found: `revision ${revision}${decidedBy ? ` by ${decidedBy.kind} ${decidedBy.id}` : ""}`,
  };
}
