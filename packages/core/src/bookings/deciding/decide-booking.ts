import { sql } from "drizzle-orm";
import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { audit, member } from "../../machinery/facts/index.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import type { Identifier } from "../../people/customers/index.ts";
import * as messages from "../messaging/noted.sql.ts";
import type { Booking, BookingDecision, BookingStatus, CancelDecision } from "../types.ts";
import { mayHandleBookings } from "./decide-booking.rules.ts";
import * as booking from "./decision.sql.ts";

/**
 * Confirms, seats, completes, cancels or matches bookings, or marks no-shows. Records the change, and writes
 * an audit entry. No call has an idempotency key: one that its caller has just done is answered again.
 */
export const decisions = operation({
  name: "bookings.decide",
  statement: "decide_bookings",
  call: { action: "text", notify: "boolean" },
  sees: [booking.found, booking.slotUsed, member.customerFound, audit.found],
  checks: [booking.checks],
  repeats: booking.repeats,
  once: ["bookingId"],
  locks: [...booking.locks, booking.customerLocked],
  allots: booking.allots,
  takes: booking.takes,
  change: booking.decide,
  writes: {
    recorded: booking.recorded,
    noted: messages.messageNoted(messages.decided),
    entry: audit.entries({
      details: `case when c.to_status is null then json_build_object('customer', d.customer_id)
      else json_build_object('from', d.from_status, 'to', d.status) end`,
    }),
  },
  endsWith: booking.areCounted,
  frame: booking.decided,
  changed: sql<object>`json_build_object()`,
});

/** The values that one call sends. */
export type DecisionCall = Parameters<typeof decisions.refuse>[1];

/** The decision: a new status, or a match with a customer. */
type Decision = { readonly to: BookingStatus } | { readonly match: Identifier };

/**
 * Makes a decision and returns the decided booking. Throws `stale_revision` if the booking is no longer at
 * the revision that the caller saw. The refusal names who decided last, and has the booking. A decision that
 * the same caller has just made is answered with the booking as it is, and nothing is written.
 */
export async function decideBooking(
  ctx: CoreContext,
  action: string,
  { id, revision, notify = true }: CancelDecision,
  decision: Decision,
): Promise<Booking> {
  const { caller } = ctx;
  const subject = `booking ${id}`;
  const isMatch = "match" in decision;
  const call = {
    ...member.callOf(ctx, isMatch ? decision.match : null),
    ...{ booking: id, revision, toStatus: isMatch ? null : decision.to, action, notify },
    ...{ handlesBookings: mayHandleBookings(caller), allowedStores: caller.stores },
    ...(await auditOf(ctx, { subject })),
    ...{ key: null, fingerprint: null },
  };
  const how = { subjects: () => [subject], recordedAs: subject };
  const { frame } = await send(ctx, { ...decisions, name: action }, call, how);
  return frame;
}

type Deciding = (ctx: CoreContext, decision: BookingDecision) => Promise<Booking>;

/** Confirms that the store expects the guests. Refuses a booking that is not Requested. */
export const confirmBooking: Deciding = (ctx, decision) =>
  decideBooking(ctx, "bookings.confirm", decision, { to: "Confirmed" });

/** Marks that the guests are seated, even after a no-show. Refuses a Seated, Completed or Canceled booking. */
export const seatBooking: Deciding = (ctx, decision) =>
  decideBooking(ctx, "bookings.seat", decision, { to: "Seated" });

/** Marks that the guests have left. Refuses a booking that is not Seated. */
export const completeBooking: Deciding = (ctx, decision) =>
  decideBooking(ctx, "bookings.complete", decision, { to: "Completed" });

/**
 * Marks that the guests did not come. Refuses a booking whose time has not come yet, and one that is neither
 * Requested nor Confirmed.
 */
export const markNoShow: Deciding = (ctx, decision) =>
  decideBooking(ctx, "bookings.markNoShow", decision, { to: "No-show" });

/**
 * Cancels a booking, because the guests do not come or the store has no table. Refuses a booking that is neither
 * Requested nor Confirmed. With `notify` false the guest gets no message.
 */
export const cancelBooking = (ctx: CoreContext, decision: CancelDecision): Promise<Booking> =>
  decideBooking(ctx, "bookings.cancel", decision, { to: "Canceled" });

/** Matches a booking in any status with a customer, who may be named in any form. Refuses `invalid_user`. */
export function matchBooking(
  ctx: CoreContext,
  { user, ...decision }: BookingDecision & { readonly user: Identifier },
): Promise<Booking> {
  return decideBooking(ctx, "bookings.match", decision, { match: user });
}
