import { allows } from "../access/token.rules.ts";
import type { KnownCaller } from "../context.ts";
import { firstRefusal, notPermitted, type Refusal, unknownCustomer } from "../failures.ts";
import { mayActIn, otherStore } from "../merchants/store.rules.ts";
import type { Verdict } from "../redemptions/scene.rules.ts";
import { checkTimeHasCome, checkTransition } from "./booking-status.rules.ts";
import type { Booking, BookingStatus } from "./types.ts";

/** What the rules of a decision look at. */
export type DecisionScene = {
  readonly booking: Booking | null;
  readonly store: { readonly id: number } | null;
  /** The customer that the booking is to be matched to, where one is named and found. */
  readonly customer: { readonly id: number } | null;
  /** `YYYY-MM-DD HH:MM:SS` in the booking's store. */
  readonly now: string;
};

/** What is decided: where the booking goes, or whose it is. */
export type Decision = { readonly to: BookingStatus } | { readonly match: true };

/** A decision that can be written. */
export type DecidedBooking = {
  readonly from: BookingStatus;
  readonly to: BookingStatus;
  /** Null: whom it is matched to stays. */
  readonly customerId: number | null;
};

/** Bookings are for staff, and for tokens that are allowed them. Source: decisions, section 7. */
export function mayHandleBookings(caller: KnownCaller): boolean {
  return caller.kind === "staff" || allows(caller.scopes, "bookings");
}

/** The refusal of whoever may not. */
export const notForCaller: Refusal = {
  ...notPermitted,
  rule: "caller may handle bookings",
};

/** Whether the caller may see this booking at all. */
export function checkAccess(booking: Booking | null, caller: KnownCaller): Refusal | null {
  if (!mayHandleBookings(caller)) return notForCaller;
  if (!booking)
    return { code: "booking_not_found", message: "Booking not found", rule: "booking exists" };
  return mayActIn(caller, booking.store.id) ? null : otherStore;
}

/** Whether a decision holds: who decides, on what they have seen, and where it leads. */
export function judgeDecision(
  { booking, customer, now }: DecisionScene,
  caller: KnownCaller,
  { revision, decision }: { readonly revision: number; readonly decision: Decision },
): Verdict<DecidedBooking> {
  const hidden = checkAccess(booking, caller);
  if (hidden) return { refusal: hidden };
  if (!booking) throw new TypeError("a booking that may be seen is there");
  const { status: from } = booking;
  const stale = checkRevision(booking, revision);
  if (stale) return { refusal: stale };
  if ("match" in decision) {
    if (!customer) return { refusal: { ...unknownCustomer, field: "user" } };
    return { decided: { from, to: from, customerId: customer.id } };
  }
  const { to } = decision;
  const refusal = firstRefusal(
    checkTransition(from, to),
    to === "No-show" ? checkTimeHasCome(booking, now) : null,
  );
  return refusal ? { refusal } : { decided: { from, to, customerId: null } };
}

/** Two people decide at once: the second one is told who was faster. */
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
