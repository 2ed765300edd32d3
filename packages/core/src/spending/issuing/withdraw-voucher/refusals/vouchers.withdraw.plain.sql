with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as voucher, $6::bigint as audit_id, $7::text as actor, $8::text as subject, $9::text as reason, $10::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, v.id as voucher_id,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (v.id is not null) is not true then 'voucherExists'
      when (v.redeemed_at is null) is not true then 'voucherIsUnspent'
      when (v.is_active) is not true then 'voucherIsActive' end as refused
  from calls c
  left join lateral (select v.* from vouchers v where v.merchant_id = $1
    and v.id = c.voucher) v on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
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
changed as (
  update vouchers v set is_active = false
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and true
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
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
