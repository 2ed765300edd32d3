import { type Page, pageOf } from "../../paging.ts";
import type { Booking } from "../types.ts";

/** A page of bookings by time. `rows` has one row more than `limit` if there is a next page. */
export function pageOfBookings(rows: readonly Booking[], limit: number): Page<Booking> {
  const placed = rows.map((booking) => {
    const { date, time, id } = booking;
    return { ...booking, place: { key: `${date} ${time}`, id } };
  });
  return pageOf(placed, limit);
}
