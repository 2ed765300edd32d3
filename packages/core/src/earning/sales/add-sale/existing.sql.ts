// SQL that looks up the recorded sale with an invoice number. `c` is a call with the columns `now`, `sold_at` and
// `invoice_number`, and `s` is its store.

/** Joins `d.asked`, the business day of the call's time in the store's time zone. */
export const askedDay = `
  cross join lateral (
    select (coalesce(c.sold_at::timestamptz, c.now) at time zone s.timezone)::date as asked) d`;

/**
 * The end of a query of `t`, the transactions of the merchant: the sale with the invoice number on the day
 * `d.asked` that no other sale supersedes. If the call names no time, it may also be a sale of the day before
 * or after, within 24 hours of now.
 */
export const isOfInvoice = `t.invoice_number = c.invoice_number and t.store_id = s.id
      and t.superseded_by_id is null and t.business_day between d.asked - 1 and d.asked + 1
      and (t.business_day = d.asked or (c.sold_at is null
        and t.sold_at > c.now - interval '24 hours' and t.sold_at < c.now + interval '24 hours'))
    order by t.business_day = d.asked desc, t.business_day limit 1`;

/** `x` as an `ExistingSale`, or null. */
export const existingJson = `case when x.id is not null then json_build_object(
      'id', x.id, 'status', x.status, 'total', x.total::text, 'discount', x.discount::text,
      'people', x.people, 'stampsEarned', x.stamps_earned, 'digest', x.digest,
      'customerId', x.customer_id, 'stampsSent', x.stamps_sent) end`;
