import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import type { Page, PageInput } from "../../paging.ts";
import { unknownStore } from "../adding/booking.rules.ts";
import type { Booking } from "../types.ts";
import { type BookingFilters, checkListing, startOf } from "./list.rules.ts";
import { selectBookings } from "./list.sql.ts";
import { pageOfBookings } from "./page-of-bookings.ts";

/** `limit` 1 to 100. */
export type ListBookingsInput = BookingFilters & PageInput;

/** A page of the bookings of the caller's stores, in the order of their time. */
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
