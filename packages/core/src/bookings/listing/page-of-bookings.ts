import { type Page, pageOf } from "../../foundation/paging.ts";
import type { Booking } from "../types.ts";

/** Returns the first `limit` rows as a page. One more row in `rows` means that there is a next page. */
export function pageOfBookings(rows: readonly Booking[], limit: number): Page<Booking> {
  const placed = rows.map((booking) => {
    const { date, time, id } = booking;
    return { ...booking, place: { key: `${date} ${time}`, id } };
  });
  return pageOf(placed, limit);
}
