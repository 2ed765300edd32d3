import { actorOf, type CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { AddedBooking, StaffBookingInput } from "../types.ts";
import { refuseStaffBooking, refuseStaffInput } from "./add-booking.rules.ts";
import { adding, type BookingCall } from "./add-booking.sql.ts";

/**
 * Books a table for a guest who phones or walks in. Confirms the booking at once, writes an audit entry, and
 * spends no budget. Refuses a store that is not the caller's, and `invalid_user` for an unknown customer.
 * Refuses whatever `addBooking` refuses, except for budgets and the claim. A refusal is shown at its field of
 * the form and is not recorded. Decisions, section 6.
 */
export async function addBookingByStaff(
  ctx: CoreContext,
  { name, customerId, ...wish }: StaffBookingInput,
): Promise<AddedBooking> {
  const { caller, ids } = ctx;
  const wrong = refuseStaffInput(caller, wish);
  if (wrong) throw new Failure(wrong);
  const call: BookingCall = {
    ...wish,
    ...{ email: null, memberId: null, firstId: null },
    ...{ phoneSubject: null, networkSubject: null, storeSubject: null },
    customer: customerId,
    booking: await ids.take(caller.merchant.id, "bookings"),
    claim: name,
    actor: actorOf(caller),
    auditEntry: await ids.take(caller.merchant.id, "audit_entries"),
    address: ctx.origin?.address ?? null,
    ...keyOf(ctx),
  };
  const { changed } = await again(ctx, {
    operation: adding,
    call,
    refuse: (seen) => refuseStaffBooking(seen, { ...wish, customerId }),
  });
  return changed;
}
