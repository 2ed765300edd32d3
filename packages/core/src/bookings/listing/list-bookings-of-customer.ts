import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Page, PageInput } from "../../foundation/paging.ts";
import { mayHandleBookings, notForCaller } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";
import { endOf } from "./list.rules.ts";
import { selectBookingsOfCustomer } from "./of-customer.sql.ts";
import { pageOfBookings } from "./page-of-bookings.ts";

/**
 * Returns a page of a customer's bookings in the caller's stores, latest first. Refuses a caller who may not
 * handle bookings.
 */
export async function listBookingsOfCustomer(
  ctx: CoreContext,
  input: { readonly customerId: number } & PageInput,
): Promise<Page<Booking>> {
  if (!mayHandleBookings(ctx.caller)) throw new Failure(notForCaller);
  const { customerId, after, limit } = input;
  const rows = await selectBookingsOfCustomer(ctx, customerId, endOf(after), limit + 1);
  return pageOfBookings(rows, limit);
}
