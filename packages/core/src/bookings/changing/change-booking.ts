import { sql } from "drizzle-orm";
import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { audit } from "../../machinery/facts/index.ts";
import { operation, send, textOf } from "../../machinery/kernel/index.ts";
import { readStoreRef, type StoreRef } from "../../running/merchants/index.ts";
import { mayHandleBookings } from "../deciding/decide-booking.rules.ts";
import * as messages from "../messaging/noted.sql.ts";
import type { Booking, SeatedDecision } from "../types.ts";
import * as booking from "./change.sql.ts";
import * as fields from "./changed-fields.sql.ts";

/**
 * Changes the fields of bookings: moves them, or changes the party, the phone or the notes. Records the change,
 * and writes an audit entry. No call has an idempotency key: see `decisions`.
 */
export const changes = operation({
  name: "bookings.change",
  statement: "change_bookings",
  call: {},
  sees: [booking.found, booking.slots.found, audit.found],
  checks: [booking.checks],
  repeats: booking.repeats,
  once: ["bookingId"],
  locks: booking.locks,
  allots: booking.slots.counting.allots,
  takes: booking.slots.counting.takes,
  change: booking.change,
  writes: {
    recorded: fields.recorded,
    noted: messages.messageNoted(messages.changed),
    entry: audit.entries({ action: "bookings.change", details: textOf(fields.details) }),
  },
  endsWith: booking.slots.counting.areCounted,
  frame: booking.changed,
  changed: sql<object>`json_build_object()`,
});

/** The values that one call sends. */
export type ChangeCall = Parameters<typeof changes.refuse>[1];

/** The fields of a booking to change. Null leaves a field as it is. */
export type BookingChanges = {
  readonly store: StoreRef | null;
  readonly date: string | null;
  /** `HH:MM` */
  readonly time: string | null;
  readonly numberOfPeople: number | null;
  readonly phone: string | null;
  /** Empty text takes the notes away. */
  readonly notes: string | null;
};

/**
 * Changes a booking, and returns it. Its status stays. Refuses what `decideBooking` refuses for the booking and
 * its revision, another store than the caller's, a status in which it cannot be changed, and what
 * `addBookingByStaff` refuses for the store and the time if the booking moves, and for the party if it moves or
 * grows, and a full slot unless the call ignores this. A call that its caller has just done, or that changes nothing, is answered with the booking as it is.
 */
export async function changeBooking(
  ctx: CoreContext,
  { id, revision, store, ignoreCapacity = false, ...fields }: SeatedDecision & BookingChanges,
): Promise<Booking> {
  const { caller } = ctx;
  const subject = `booking ${id}`;
  const named = store === null ? { storeId: null, storeCode: null } : readStoreRef(store);
  const call: ChangeCall & { key: null; fingerprint: null } = {
    ...{ ...fields, booking: id, revision, ignoreCapacity },
    ...{ toStoreId: named.storeId, toStoreCode: named.storeCode },
    ...{ handlesBookings: mayHandleBookings(caller), allowedStores: caller.stores },
    ...(await auditOf(ctx, { subject })),
    ...{ key: null, fingerprint: null },
  };
  const how = { subjects: () => [subject], recordedAs: subject };
  const { frame } = await send(ctx, changes, call, how);
  return frame;
}
