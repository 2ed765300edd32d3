import { auditOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { keyOf } from "../../foundation/writing/index.ts";
import { send } from "../../machinery/kernel/index.ts";
import type { AddedBooking, StaffBookingInput } from "../types.ts";
import { addings, type BookingCall, how } from "./add-booking.ts";
import { refuseStaffInput } from "./booking-input.rules.ts";

/**
 * Books a table for a guest who phones or walks in. Confirms the booking at once, writes an audit entry, and
 * spends no budget. Refuses a store that is not the caller's, and `invalid_user` for an unknown customer.
 * Refuses whatever `addBooking` refuses, except for budgets and the claim, and with `ignoreCapacity` a full slot. A refusal is shown at its field of
 * the form and is not recorded. Decisions, section 6.
 */
export async function addBookingByStaff(
  ctx: CoreContext,
  { name, customerId, ignoreCapacity = false, notify = true, ...wish }: StaffBookingInput,
): Promise<AddedBooking> {
  const { caller, ids } = ctx;
  const wrong = refuseStaffInput(caller, wish);
  if (wrong) throw new Failure(wrong);
  const call: BookingCall = {
    ...wish,
    ...{ email: null, memberId: null, mobileNumber: null, firstId: null, customer: customerId },
    ...{ phoneSubject: null, networkSubject: null, storeSubject: null },
    booking: await ids.take(caller.merchant.id, "bookings"),
    claim: name,
    ignoreCapacity,
    notify,
    ...(await auditOf(ctx, { subject: "" })),
    ...keyOf(ctx),
  };
  const { changed } = await send(ctx, addings, call, how);
  const { linkEnds: _, ...booking } = changed;
  return booking;
}
