with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, earlier bigint, allowed_stores bigint[], invoice_number text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, r.id as redemption_id, r.customer_id as customer_id, c.invoice_number as wanted, case when r.id is not null then json_build_object('id', r.store_id) end as store, r.invoice_number as invoice_number,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (r.id is not null) is not true then 'redemptionExists'
      when (c.allowed_stores is null or r.store_id = any (c.allowed_stores)) is not true then 'redemptionIsCallers'
      when (r.invoice_number is null or r.invoice_number = c.invoice_number) is not true then 'invoiceNumberIsFree' end as refused
  from calls c
  left join lateral (select r.* from redemptions r where r.merchant_id = $1
    and r.id = c.earlier limit 1) r on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'redemptions.addInvoiceNumber' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'redemptions.addInvoiceNumber' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by redemption_id order by n) as of_redemption_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_redemption_id = 1 or redemption_id is null)
    and (of_key = 1 or key is null)
  order by redemption_id
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
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'redemptions.addInvoiceNumber', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  update redemptions r set invoice_number = l.wanted
  from locked l where r.merchant_id = $1 and r.id = l.redemption_id and (l.key is null or l.key in (select key from owned))
  returning l.*),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('redemption', s.earlier, 'customer', json_build_object('id', s.customer_id)), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'redemptions.addInvoiceNumber', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'invoiceNumber', b.invoice_number, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
