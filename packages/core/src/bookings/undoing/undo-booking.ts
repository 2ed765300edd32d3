import { sql } from "drizzle-orm";
import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { audit } from "../../machinery/facts/index.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import { mayHandleBookings } from "../deciding/decide-booking.rules.ts";
import * as deciding from "../deciding/decision.sql.ts";
import * as messages from "../messaging/noted.sql.ts";
import type { Booking, SeatedDecision } from "../types.ts";
import * as booking from "./undo.sql.ts";

/**
 * Undoes the last decisions about bookings. Records it as a change, and writes an audit entry. No call has an
 * idempotency key: see `decisions`.
 */
export const undos = operation({
  name: "bookings.undo",
  statement: "undo_bookings",
  call: {},
  sees: [booking.found, booking.slotUsed, audit.found],
  checks: [booking.checks],
  repeats: booking.repeats,
  once: ["bookingId"],
  locks: booking.locks,
  allots: booking.allots,
  takes: booking.takes,
  change: booking.undo,
  writes: {
    recorded: booking.recorded,
    noted: messages.messageNoted(messages.undone, sql`true`),
    entry: audit.entries({
      action: "bookings.undo",
      details: "json_build_object('from', d.from_status, 'to', d.status)",
    }),
  },
  endsWith: booking.areCounted,
  frame: deciding.decided,
  changed: sql<object>`json_build_object()`,
});

/** The values that one call sends. */
export type UndoCall = Parameters<typeof undos.refuse>[1];

/**
 * Takes a slip back: the booking gets the status that it had before its last decision, if this was to Seated,
 * Completed, Canceled or No-show, not by the guest, and within the merchant's `bookingUndoMinutes`. Throws
 * `nothing_to_undo` otherwise, `booking_slot_full` if its seats are taken by now and the call does not ignore
 * this, and what `decideBooking` throws for the booking and its revision.
 */
export async function undoBooking(
  ctx: CoreContext,
  { id, revision, ignoreCapacity = false }: SeatedDecision,
): Promise<Booking> {
  const { caller } = ctx;
  const subject = `booking ${id}`;
  const call = {
    ...{ booking: id, revision, ignoreCapacity, key: null, fingerprint: null },
    ...{ handlesBookings: mayHandleBookings(caller), allowedStores: caller.stores },
    ...(await auditOf(ctx, { subject })),
  };
  const how = { subjects: () => [subject], recordedAs: subject };
  const { frame } = await send(ctx, undos, call, how);
  return frame;
}
