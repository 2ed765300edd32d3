import { type Parameters, read, rowsOf, run } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { b, bookingDoc, s } from "../booking.sql.ts";
import type { Booking } from "../types.ts";

const find = read("find_booking", (p: Parameters<{ readonly bookingId: number }>) =>
  rowsOf(b, { where: [eq(b.id, p("bookingId"))] })
    .join(s, eq(s.id, b.storeId))
    .value(bookingDoc),
);

/** Reads the booking with this id. Returns null if the merchant has no such booking. */
export function selectBooking(ctx: CoreContext, bookingId: number): Promise<Booking | null> {
  return run(ctx.db, find, { merchantId: ctx.caller.merchant.id, bookingId });
}
