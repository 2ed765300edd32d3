with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as earlier, $6::text::bigint[] as allowed_stores, $7::text as invoice_number, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, r.id as redemption_id, r.customer_id as customer_id, c.invoice_number as wanted, case when r.id is not null then json_build_object('id', r.store_id) end as store, r.invoice_number as invoice_number,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (r.id is not null) is not true then 'redemptionExists'
      when (c.allowed_stores is null or r.store_id = any (c.allowed_stores)) is not true then 'redemptionIsCallers'
      when (r.invoice_number is null or r.invoice_number = c.invoice_number) is not true then 'invoiceNumberIsFree' end as refused
  from calls c
  left join lateral (select r.* from redemptions r where r.merchant_id = $1
    and r.id = c.earlier) r on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.redemption_id, b.customer_id, b.wanted, json_build_object('id', r.id, 'name', r.name, 'stampsUsed', r.stamps_used, 'status', r.status, 'extraData', r.extra_data) as earlier
  from able b 
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id
    for key share of u skip locked) u
  cross join lateral (select r.* from redemptions r
    where r.merchant_id = $1 and r.id = b.redemption_id
      and (r.invoice_number is null or r.invoice_number = b.wanted)
    for no key update of r skip locked) r
  where true
),
changed as (
  update redemptions r set invoice_number = l.wanted
  from locked l where r.merchant_id = $1 and r.id = l.redemption_id and true
  returning l.*),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('redemption', s.earlier, 'customer', json_build_object('id', s.customer_id)), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'invoiceNumber', b.invoice_number, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
