import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { unknownStore } from "./booking.rules.ts";
import {
  type BookingFilters,
  type BookingPlace,
  checkListing,
  pageOf,
  startOf,
} from "./list.rules.ts";
import { selectBookings } from "./list.store.ts";
import type { Booking } from "./types.ts";

/** `after` is the `next` of the page before; `limit` 1 to 100. */
export type ListBookingsInput = BookingFilters & {
  readonly after: BookingPlace | null;
  readonly limit: number;
};

/** Bookings by their time, a page at a time; of the caller's stores alone. */
export async function listBookings(
  ctx: CoreContext,
  input: ListBookingsInput,
): Promise<{ readonly bookings: readonly Booking[]; readonly next: BookingPlace | null }> {
  const { after, limit } = input;
  const refusal = checkListing(ctx.caller, input, input);
  if (refusal) throw new Failure(refusal);
  const rows = await selectBookings(ctx, input, startOf(input, after), limit + 1);
  if (!rows) throw new Failure(unknownStore);
  return pageOf(rows, limit);
}
