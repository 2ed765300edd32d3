import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { unknownStore } from "../../running/merchants/index.ts";
import { seatBooking } from "../deciding/decide-booking.ts";
import type { AddedBooking, StaffBookingInput } from "../types.ts";
import { addBookingByStaff } from "./add-booking-by-staff.ts";
import { readClock } from "./clock.sql.ts";

/** The revision of a booking that staff have just added. */
const ADDED = 2;

/**
 * Books a table for guests who have come, at the store's present time, and seats them. Refuses what
 * `addBookingByStaff` refuses. Sends no message, because the guests are there. If only the booking is done, a
 * retry with the same key seats the guests.
 */
export async function addWalkIn(
  ctx: CoreContext,
  input: Omit<StaffBookingInput, "date" | "time">,
): Promise<AddedBooking> {
  const at = await readClock(ctx, input.store);
  if (!at) throw new Failure(unknownStore);
  const added = await addBookingByStaff(ctx, { ...input, ...at, notify: false });
  const { status } = await seatBooking(ctx, { id: added.id, revision: ADDED });
  return { ...added, status };
}
