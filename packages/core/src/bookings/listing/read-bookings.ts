import type { CoreContext } from "../../foundation/context.ts";
import type { Page, PageInput } from "../../foundation/paging.ts";
import { type Identifier, showCustomers } from "../../people/customers/index.ts";
import { findStore, type StoreRef } from "../../running/merchants/index.ts";
import type { ShownBooking } from "../show-booking.ts";
import type { BookingStatus } from "../types.ts";
import { selectChangedBookings } from "./changed.sql.ts";
import { findCustomer } from "./customer.sql.ts";
import { listBookings } from "./list-bookings.ts";

/** Filters of the bookings that a token reads. Null means no filter. */
export type BookingsRead = {
  readonly store: StoreRef | null;
  /** The first and the last day of the visit. Null if `changedSince` is set. */
  readonly from: string | null;
  readonly to: string | null;
  /** A moment. If it is set, the order is that of the changes. */
  readonly changedSince: string | null;
  readonly statuses: readonly BookingStatus[] | null;
  readonly user: Identifier | null;
};

/**
 * Returns a page of bookings in the caller's stores as a token may see them, by the time of the visit, or by
 * the time of the last change. Each customer in it counts as shown. Throws `invalid_store`, `permission_denied`
 * if the caller may not act in the store, `invalid_user` and `too_many_attempts`. Interface 3, B2.
 */
export async function readBookings(
  ctx: CoreContext,
  { store: named, user, changedSince, ...filters }: BookingsRead & PageInput,
): Promise<Page<ShownBooking>> {
  const store = named === null ? null : await findStore(ctx, named);
  const customerId = user === null ? null : await findCustomer(ctx, user);
  const page =
    changedSince === null
      ? await listBookings(ctx, { ...filters, store, customerId, matched: null })
      : await selectChangedBookings(
          ctx,
          { store, customerId, statuses: filters.statuses, since: changedSince },
          filters,
        );
  const items: readonly ShownBooking[] = page.items;
  return { ...page, items: await showCustomers(ctx, items) };
}
