import { type Page, pageOf } from "../../paging.ts";
import type { Booking } from "../types.ts";

/** A page of bookings in the order of their time. `rows` may have one more than `limit`. */
export function pageOfBookings(rows: readonly Booking[], limit: number): Page<Booking> {
  const placed = rows.map((booking) => {
    const { date, time, id } = booking;
    return { ...booking, place: { key: `${date} ${time}`, id } };
  });
  return pageOf(placed, limit);
}
