import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../../paging.ts";
import { bookingDoc } from "../booking.sql.ts";
import type { Booking } from "../types.ts";

const p = sql.placeholder;

const list = statement<readonly Placed<Booking>[] | null>(
  "list_bookings_of_customer",
  {
    page: sql`select b.* from bookings b
      where b.merchant_id = ${p("merchantId")}::bigint and b.customer_id = ${p("customerId")}::bigint
        and (b.date, b.time, b.id) < (coalesce(split_part(${p("afterKey")}::text, ' ', 1)::date, 'infinity'),
          coalesce(split_part(${p("afterKey")}::text, ' ', 2)::time, '24:00'), ${p("afterId")}::bigint)
        and (${p("stores")}::text is null or b.store_id = any (${p("stores")}::text::bigint[]))
      order by b.date desc, b.time desc, b.id desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg((${bookingDoc})::jsonb
      || jsonb_build_object('place', jsonb_build_object('key', b.date || ' ' || b.time, 'id', b.id))
      order by b.date desc, b.time desc, b.id desc)
    from page b join stores s on s.merchant_id = b.merchant_id and s.id = b.store_id)`,
);

/** A page of a customer's bookings in the caller's stores, latest first. */
export async function selectBookingsOfCustomer(
  ctx: CoreContext,
  { customerId, after, limit }: { readonly customerId: number } & PageInput,
): Promise<Page<Booking>> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, list, {
    ...placeParameters(after),
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    customerId,
    limit,
  });
  return pageOf(rows ?? [], limit);
}
