with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, voucher bigint, audit_id bigint, actor text, subject text, reason text, address text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, v.id as voucher_id,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (v.id is not null) is not true then 'voucherExists'
      when (v.redeemed_at is null) is not true then 'voucherIsUnspent'
      when (v.is_active) is not true then 'voucherIsActive' end as refused
  from calls c
  left join lateral (select v.* from vouchers v where v.merchant_id = $1
    and v.id = c.voucher limit 1) v on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'vouchers.withdraw' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'vouchers.withdraw' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by voucher_id order by n) as of_voucher_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_voucher_id = 1 or voucher_id is null)
    and (of_key = 1 or key is null)
  order by voucher_id
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.voucher_id
  from able b 
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id
      and (v.redeemed_at is null)
      and (v.is_active)
    for no key update of v skip locked) v
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'vouchers.withdraw', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  update vouchers v set is_active = false
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and (l.key is null or l.key in (select key from owned))
  returning l.*),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'vouchers.withdraw', c.actor, c.subject, c.reason, json_build_object(),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'vouchers.withdraw', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
