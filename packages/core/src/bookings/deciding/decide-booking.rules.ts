import { allows } from "../../access/tokens/token.rules.ts";
import type { KnownCaller } from "../../context.ts";
import { firstRefusal, missingScope, type Refusal, unknownCustomer } from "../../failures.ts";
import { mayActIn, otherStore } from "../../merchants/store.rules.ts";
import type { Booking, BookingStatus } from "../types.ts";
import { checkTimeHasCome, checkTransition } from "./booking-status.rules.ts";

/**
 * The data that the statement reads, for the rules of a decision. Decisions have no idempotency key: a
 * repeated call is refused, because its revision is stale.
 */
export type DecisionSeen = {
  readonly booking: Booking | null;
  readonly store: { readonly id: number } | null;
  /** The customer with whom to match the booking. Null if the call names no customer, or an unknown one. */
  readonly customer: { readonly id: number } | null;
  /** The current time in the booking's store, `YYYY-MM-DD HH:MM:SS`. Empty if there is no booking. */
  readonly now: string;
  readonly kept: null;
};

/** The decision: a new status, or a match with a customer. */
export type Decision = { readonly to: BookingStatus } | { readonly match: true };

/** Returns whether the caller is staff, or a token with the scope `bookings`. Decisions, section 7. */
export function mayHandleBookings(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "bookings");
}

/** The refusal of callers that may not handle bookings. */
export const notForCaller: Refusal = missingScope("bookings");

/**
 * Refuses a caller who may not handle bookings, then an unknown booking, then a booking in a store that is
 * not the caller's.
 */
export function checkAccess(booking: Booking | null, caller: KnownCaller): Refusal | null {
  if (!mayHandleBookings(caller)) return notForCaller;
  if (!booking)
    return { code: "booking_not_found", message: "Booking not found", rule: "booking exists" };
  return mayActIn(caller, booking.store.id) ? null : otherStore(caller, booking.store.id);
}

/**
 * Checks the caller's access, then the revision that the caller saw, then the transition or the match.
 * Returns null if the decision is allowed.
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

/**
 * Refuses a decision about an older revision of the booking, so of two simultaneous decisions the second is
 * refused. The message names the person who decided last, if anybody did.
 */
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
