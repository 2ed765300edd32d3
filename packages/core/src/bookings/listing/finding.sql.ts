import { isAnyOf, now, optional, rowsOf, run, schema, statement } from "@stampbook/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { bookingDoc, bookings } from "../booking.sql.ts";
import { mayHandleBookings, notForCaller } from "../deciding/decide-booking.rules.ts";
import type { Booking } from "../types.ts";
import { type BookingSearch, readBookingSearch } from "./booking-search.rules.ts";

const p = sql.placeholder;
const { customers } = schema;

/** At most this many bookings before today are searched, and as many from today on. */
const MOST_LOOKED_AT = 5_000;
const DAYS_BACK = 7;
const DAYS_AHEAD = 366;

const own = and(
  eq(bookings.merchantId, p("merchantId")),
  optional(p("stores"), isAnyOf(bookings.storeId, p("stores"))),
);

const today: SQL = sql`(select day from today)`;

const has = (text: SQL, part: SQL): SQL => sql`position(${part} in ${text}) > 0`;

const folded: SQL = sql`nullif(stampbook_fold(${p("words")}), '')`;

const isMeant: SQL = sql`(${has(sql`regexp_replace(${bookings.phone}, '[^0-9]', '', 'g')`, sql`${p("phone")}`)}
  or ${has(sql`stampbook_fold(${bookings.claim})`, folded)}
  or ${has(
    rowsOf(customers, { where: [eq(customers.id, bookings.customerId)] }).value(
      sql`stampbook_fold(${customers.name})`,
    ),
    folded,
  )})`;

/**
 * Reads at most `MOST_LOOKED_AT` bookings before today, and as many from today on, by the index on time.
 * Compares texts only in these bookings.
 */
const find = statement<readonly Booking[] | null>(
  "find_bookings",
  {
    today: sql`select (${now} at time zone ${p("timezone")}::text)::date as day`,
    coming: sql`select b.* from bookings b
      where ${own} and b.date >= ${today} and b.date <= ${today} + ${sql.raw(String(DAYS_AHEAD))}
      order by b.date, b.time, b.id limit ${sql.raw(String(MOST_LOOKED_AT))}`,
    past: sql`select b.* from bookings b
      where ${own} and b.date < ${today} and b.date >= ${today} - ${sql.raw(String(DAYS_BACK))}
      order by b.date desc, b.time desc, b.id desc limit ${sql.raw(String(MOST_LOOKED_AT))}`,
    found: sql`select b.*, true as is_named from bookings b where ${own} and b.id = ${p("id")}
      union all select b.*, false from coming b
        where b.id is distinct from ${p("id")} and ${isMeant}
      union all select b.*, false from past b
        where b.id is distinct from ${p("id")} and ${isMeant}`,
    page: sql`select b.*, row_number() over (order by b.is_named desc, b.date < ${today},
        abs(b.date - ${today}), b.time, b.id) as place
      from found b order by place limit ${p("limit")}`,
  },
  sql`(select json_agg(${bookingDoc} order by b.place)
    from page b join stores s on s.merchant_id = b.merchant_id and s.id = b.store_id)`,
);

/** Reads at most `limit` bookings of the caller's stores that match the search. */
async function selectBookingsMeant(
  ctx: CoreContext,
  search: BookingSearch,
  limit: number,
): Promise<readonly Booking[]> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, find, {
    ...search,
    merchantId: merchant.id,
    timezone: merchant.timezone,
    offsetMs: ctx.clockOffsetMs,
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return rows ?? [];
}

const MOST = 5;

/**
 * Finds bookings in the caller's stores by id, or by a part of the phone number, of the claim (the guest's
 * email, Member ID or name), or of the matched customer's name. Returns at most five: first the booking with
 * the id, on any day, then bookings from today on, then those of the seven days before today. Refuses a
 * caller who may not handle bookings.
 */
export async function findBookings(ctx: CoreContext, text: string): Promise<readonly Booking[]> {
  if (!mayHandleBookings(ctx.caller)) throw new Failure(notForCaller);
  const search = readBookingSearch(text);
  const isAsked = search.id !== null || search.phone !== null || search.words !== null;
  return isAsked ? selectBookingsMeant(ctx, search, MOST) : [];
}
