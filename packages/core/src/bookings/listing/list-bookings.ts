import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Page, PageInput } from "../../foundation/paging.ts";
import { unknownStore } from "../../running/merchants/index.ts";
import type { Booking } from "../types.ts";
import { type BookingFilters, checkListing, startOf } from "./list.rules.ts";
import { pageOfBookings, selectBookings } from "./list.sql.ts";

/** The filters of a list of bookings, and its page. `limit` is 1 to 100. */
export type ListBookingsInput = BookingFilters & PageInput;

/**
 * Returns a page of the bookings in the caller's stores, in the order of their time. Refuses invalid input,
 * an unknown store, and a store that is not the caller's.
 */
export async function listBookings(
  ctx: CoreContext,
  input: ListBookingsInput,
): Promise<Page<Booking>> {
  const { after, limit } = input;
  const refusal = checkListing(ctx.caller, input, input);
  if (refusal) throw new Failure(refusal);
  const rows = await selectBookings(ctx, input, startOf(input, after), limit + 1);
  if (!rows) throw new Failure(unknownStore);
  return pageOfBookings(rows, limit);
}
