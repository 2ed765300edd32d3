with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as customer, $6::bigint as audit_id, $7::text as actor, $8::text as subject, $9::text as reason, $10::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, c.audit_id as cause_id, case when u.id is not null then json_build_object('id', u.id) end as customer, case when ms.customer_id is not null then json_build_object('stamps', ms.stamps) end as membership,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (ms.stamps_owed > 0) is not true then 'stampsAreOwed' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select u.id from customers u where u.merchant_id = $1
    and u.id = c.customer and u.anonymized_at is null) u on true
  left join lateral (select ms.customer_id, ms.stamps, ms.stamps_owed, ms.next_expiry_on from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id) ms on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.day, b.cause_id, ms.stamps_owed as owed
  from able b 
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and (ms.stamps_owed > 0)
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u
  where true
),
changed as (
  update memberships ms set stamps_owed = 0, entry_number = ms.entry_number + 1
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and true
  returning l.*),
debt as (
  insert into stamp_debts as sd (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select $1::bigint, s.customer_id, 'forgiven', s.cause_id, -s.owed, s.now
  from changed s where -s.owed <> 0
  returning sd.customer_id),
audited as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'customers.forgiveStamps', c.actor, c.subject, c.reason, json_build_object('stamps', d.owed),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object('forgiven', s.owed)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
