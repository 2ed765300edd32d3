import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import { bookingDoc } from "../booking.sql.ts";
import type { Booking } from "../types.ts";

const p = sql.placeholder;

const find = statement<Booking | null>(
  "find_booking",
  {
    booking: sql`select b.* from bookings b
      where b.merchant_id = ${p("merchantId")}::bigint and b.id = ${p("bookingId")}::bigint`,
  },
  sql`(select ${bookingDoc} from booking b
    join stores s on s.merchant_id = ${p("merchantId")}::bigint and s.id = b.store_id)`,
);

/** The booking with this id, or null. */
export function selectBooking(ctx: CoreContext, bookingId: number): Promise<Booking | null> {
  return run(ctx.db, find, { merchantId: ctx.caller.merchant.id, bookingId });
}
