import { sql } from "drizzle-orm";
import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { audit, member } from "../../machinery/facts/index.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import type { Identifier } from "../../people/customers/index.ts";
import type { Booking, BookingDecision, BookingStatus } from "../types.ts";
import { mayHandleBookings } from "./decide-booking.rules.ts";
import * as booking from "./decision.sql.ts";

/**
 * Confirms, seats, completes, cancels or matches bookings, or marks no-shows. Writes an audit entry for each.
 * No call has an idempotency key: a repeated one is refused, because its revision is stale.
 */
export const decisions = operation({
  name: "bookings.decide",
  statement: "decide_bookings",
  call: { action: "text" },
  sees: [booking.found, member.customerFound, audit.found],
  checks: [booking.checks],
  once: ["bookingId"],
  locks: [booking.locked, booking.customerLocked],
  change: booking.decide,
  writes: {
    entry: audit.entries({
      details: `case when c.to_status is null then json_build_object('customer', d.customer_id)
      else json_build_object('from', d.from_status, 'to', d.status) end`,
    }),
  },
  frame: booking.decided,
  changed: sql<object>`json_build_object()`,
});

/** The values that one call sends. */
export type DecisionCall = Parameters<typeof decisions.refuse>[1];

/** The decision: a new status, or a match with a customer. */
type Decision = { readonly to: BookingStatus } | { readonly match: Identifier };

/**
 * Makes a decision and returns the decided booking. Throws `stale_revision` if the booking is no longer at
 * the revision that the caller saw. The refusal names who decided last.
 */
export async function decideBooking(
  ctx: CoreContext,
  action: string,
  { id, revision }: BookingDecision,
  decision: Decision,
): Promise<Booking> {
  const { caller } = ctx;
  const subject = `booking ${id}`;
  const isMatch = "match" in decision;
  const call = {
    ...member.callOf(ctx, isMatch ? decision.match : null),
    ...{ booking: id, revision, toStatus: isMatch ? null : decision.to, action },
    ...{ handlesBookings: mayHandleBookings(caller), allowedStores: caller.stores },
    ...(await auditOf(ctx, { subject })),
    ...{ key: null, fingerprint: null },
  };
  const how = { subjects: () => [subject], recordedAs: subject };
  const { frame } = await send(ctx, { ...decisions, name: action }, call, how);
  return frame;
}
