import { type SQL, sql } from "drizzle-orm";

/**
 * Joins `held`, whose `amount` is the spending that keeps the level `l` of the membership `ms` beyond its last
 * day, `ms.level_until`.
 *
 * Counts the sales of the level's `keep_months` months up to that day, but none up to the day on which the
 * member reached the level or kept it last, because they gave the level that ends now. That day is read from
 * the changes since the member was last below the level. Where none shows it, as after an import, a sale counts if a level reached on its
 * day would last longer. The end of a level is cut to a shorter month, so going back from the end alone would
 * find the sale of the 31st again.
 */
export const spendingThatKeeps = (merchantId: SQL) => sql`
      cross join lateral (select (ms.level_until - make_interval(months => l.keep_months))::date as day) back
      left join lateral (
        select d.day from level_changes r
          join merchants m on m.id = r.merchant_id
          left join transactions t on t.merchant_id = r.merchant_id and t.id = r.cause_id
          cross join lateral (select case r.cause when 'ended' then r.until_before
            else greatest((r.created_at at time zone m.timezone)::date, t.business_day) end as day) d
          cross join lateral (select r.level_after = l.level and r.until = ms.level_until as is_own) o
        where r.merchant_id = ${merchantId} and r.customer_id = ms.customer_id
          and r.cause in ('sale', 'ended') and d.day <= ms.level_until
          and not exists (select 1 from level_changes h
            where h.merchant_id = ${merchantId} and h.customer_id = ms.customer_id
              and (h.cause = 'hand' or h.level_after < l.level)
              and (h.created_at, h.id) > (r.created_at, r.id))
          and (o.is_own or (d.day + make_interval(months => l.keep_months))::date = ms.level_until)
        order by o.is_own desc, d.day desc limit 1) since on true
      cross join lateral (select case when since.day is not null then greatest(since.day, back.day)
        when extract(day from ms.level_until + 1) = 1
          then (date_trunc('month', back.day) + interval '1 month')::date - 1
        else back.day end as day) after
      cross join lateral (select coalesce(sum(t.spending), 0) as amount from transactions t
        where t.merchant_id = ${merchantId} and t.customer_id = ms.customer_id and t.status = 'Created'
          and t.business_day > after.day and t.business_day <= ms.level_until) held`;
