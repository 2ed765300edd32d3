import { sql } from "drizzle-orm";
import { check, fact, fragmentOf } from "../../../machinery/kernel/index.ts";

// How a cancel finds its redemption by the invoice number of the sale.

const call = {
  /** The redemption's id. If null, the next three columns identify it; only the number is required. */
  redemption: "bigint | null",
  invoiceNumber: "text | null",
  storeId: "bigint | null",
  businessDay: "date | null",
  /** The ids of the stores in which the caller may act; null means all. */
  allowedStores: "bigint[] | null",
} as const;

/** How many days back to look for an invoice number if the call has no business day. */
const DAYS_BACK = 7;

/**
 * The redemptions with the call's invoice number. Joins `iv`, which has two lists of ids: `open` and `canceled`.
 * Lists redemptions of one business day: the call's day or, if the call has none, the newest day in the last
 * `DAYS_BACK` days on which a redemption has the number. Reads only stores where the caller may act, and only
 * the call's store if the call names one. Without an invoice number, both lists are null.
 * The bounds of `created_at` let PostgreSQL use the index on the time. A store's day begins up to 14 hours
 * before the same day in UTC, and ends up to 12 hours after it. The bounds include the whole day of every
 * store, and the condition on `d.day` then selects the exact days.
 */
export const underInvoice = fact({
  call,
  joins: () =>
    fragmentOf(`
  cross join lateral (
    select array_agg(x.id order by x.id) filter (where x.status = 'Created') as open,
      array_agg(x.id order by x.id) filter (where x.status = 'Canceled') as canceled
    from (
      select r.id, r.status, d.day, max(d.day) over () as newest
      from redemptions r join stores s on s.merchant_id = $1 and s.id = r.store_id
      cross join lateral (select (r.created_at at time zone s.timezone)::date as day,
        (c.now at time zone s.timezone)::date as today) d
      where r.merchant_id = $1 and r.invoice_number = c.invoice_number
        and r.created_at >= coalesce(c.business_day - interval '1 day', c.now - interval '${DAYS_BACK + 2} days')
        and r.created_at <= coalesce(c.business_day + interval '3 days', c.now + interval '1 day')
        and case when c.business_day is null then d.day >= d.today - ${DAYS_BACK}
          else d.day = c.business_day end
        and (c.allowed_stores is null or s.id = any (c.allowed_stores))
        and (c.store_id is null or s.id = c.store_id)
    ) x where x.day = x.newest) iv`),
  keeps: {},
  shows: { underInvoice: sql<readonly number[]>`coalesce(iv.open, iv.canceled, '{}')` },
});

/**
 * The id of the call's redemption. If the call has no id, this is the only open redemption with its invoice
 * number. If no redemption is open, it is the only canceled one. Null if several match, or none.
 */
export const meant = sql`coalesce(c.redemption, case
      when cardinality(iv.open) = 1 then iv.open[1]
      when iv.open is null and cardinality(iv.canceled) = 1 then iv.canceled[1] end)`;

export const isOnlyOne = check({
  code: "invalid",
  holds: () => sql`coalesce(cardinality(coalesce(iv.open, iv.canceled)), 0) < 2`,
  words: ({ underInvoice: ids }: { readonly underInvoice: readonly number[] }) => ({
    field: "invoice_number",
    message: `Several redemptions have this invoice number: ${ids.join(", ")}. Send the id of one.`,
    rule: "the invoice number is of one redemption",
  }),
});
