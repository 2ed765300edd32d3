import { sql } from "drizzle-orm";
import type { CoreContext, CoreDeps, OpenContext } from "../../foundation/context.ts";
import { operation, send } from "../../machinery/kernel/index.ts";
import { changeRecorded } from "../booking.sql.ts";
import { messageNoted } from "../messaging/noted.sql.ts";
import type { LinkedBooking } from "../types.ts";
import * as linked from "./linked.sql.ts";
import { openLink } from "./open-link.ts";

/** Cancels bookings in the name of their guests. Records the change. No call has an idempotency key. */
export const cancels = operation({
  name: "bookings.cancelByLink",
  statement: "cancel_bookings_by_link",
  call: {},
  sees: [linked.found, linked.slotUsed],
  checks: [linked.checks],
  repeats: linked.repeats,
  once: ["bookingId"],
  locks: linked.locks,
  allots: linked.allots,
  takes: linked.takes,
  change: linked.cancel,
  writes: {
    recorded: changeRecorded({ isOverCapacity: sql`false` }),
    noted: messageNoted(sql`'booking_canceled'`),
  },
  endsWith: linked.areCounted,
  frame: linked.canceled,
  changed: sql<object>`json_build_object()`,
});

/** The values that one call sends. */
export type CancelCall = Parameters<typeof cancels.refuse>[1];

/**
 * Cancels the booking of a guest's link, and returns it. A booking that is canceled already is returned as it
 * is. Throws `booking_not_found` as `getBookingByLink` does, and `booking_too_late` if the guest can no longer
 * cancel. Refusals leave no record, because anyone may call it. Interface 3, B13.
 */
export async function cancelByLink(
  deps: CoreDeps & Pick<CoreContext, "onReplay">,
  token: string,
): Promise<LinkedBooking> {
  const { merchantId, bookingId, ends } = openLink(deps, token);
  const ctx: OpenContext = { ...deps, caller: { kind: "guest", merchant: { id: merchantId } } };
  const call = { booking: bookingId, linkEnds: ends, key: null, fingerprint: null };
  const how = { subjects: () => [`booking ${bookingId}`], recordedAs: null };
  const { frame } = await send(ctx, cancels, call, how);
  return frame;
}
