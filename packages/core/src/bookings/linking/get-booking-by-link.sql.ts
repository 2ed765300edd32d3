import { now, type Parameters, read, rowsOf, run } from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import type { CoreDeps } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { unknownBooking } from "../deciding/decide-booking.rules.ts";
import type { LinkedBooking } from "../types.ts";
import { isOpened, linked, linkedDoc } from "./linked.sql.ts";
import { openLink } from "./open-link.ts";

const { bookings, stores, merchants } = linked;

const find = read(
  "find_booking_by_link",
  (
    p: Parameters<{ readonly bookingId: number; readonly ends: number; readonly offsetMs: number }>,
  ) =>
    rowsOf(bookings, {
      where: [eq(bookings.id, p("bookingId"))],
    })
      .join(stores, eq(stores.id, bookings.storeId))
      .join(merchants, isOpened(sql`${p("ends")}::bigint`, now))
      .one(linkedDoc(now)),
);

/**
 * Returns the booking of a guest's link. Throws `booking_not_found` if the token is forged, the link has ended
 * or the merchant has switched links off, and if the booking was deleted or anonymized. Interface 3, B12.
 */
export async function getBookingByLink(deps: CoreDeps, token: string): Promise<LinkedBooking> {
  const { merchantId, bookingId, ends } = openLink(deps, token);
  const offsetMs = deps.clockOffsetMs;
  const booking = await run(deps.db, find, { merchantId, bookingId, ends, offsetMs });
  if (!booking) throw new Failure(unknownBooking);
  return booking;
}
