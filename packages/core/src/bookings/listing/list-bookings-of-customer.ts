import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import type { Page, PageInput } from "../../paging.ts";
import { mayHandleBookings, notForCaller } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";
import { selectBookingsOfCustomer } from "./of-customer.sql.ts";

/** A customer's bookings in the caller's stores, latest first. */
export async function listBookingsOfCustomer(
  ctx: CoreContext,
  input: { readonly customerId: number } & PageInput,
): Promise<Page<Booking>> {
  if (!mayHandleBookings(ctx.caller)) throw new Failure(notForCaller);
  return selectBookingsOfCustomer(ctx, input);
}
