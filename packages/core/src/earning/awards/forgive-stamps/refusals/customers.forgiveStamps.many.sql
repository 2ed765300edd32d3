with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, customer bigint, audit_id bigint, actor text, subject text, reason text, address text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, c.audit_id as cause_id, case when u.id is not null then json_build_object('id', u.id) end as customer, case when ms.customer_id is not null then json_build_object('stamps', ms.stamps) end as membership,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (ms.stamps_owed > 0) is not true then 'stampsAreOwed' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select u.id from customers u where u.merchant_id = $1
    and u.id = c.customer and u.anonymized_at is null limit 1) u on true
  left join lateral (select ms.customer_id, ms.stamps, ms.stamps_owed, ms.next_expiry_on from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id limit 1) ms on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'customers.forgiveStamps' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'customers.forgiveStamps' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by customer_id order by n) as of_customer_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_customer_id = 1 or customer_id is null)
    and (of_key = 1 or key is null)
  order by customer_id
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
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'customers.forgiveStamps', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  update memberships ms set stamps_owed = 0, entry_number = ms.entry_number + 1
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and (l.key is null or l.key in (select key from owned))
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
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'customers.forgiveStamps', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
