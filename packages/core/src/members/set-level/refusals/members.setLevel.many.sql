with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, email text, member_id text, mobile_number text, first_id bigint, customer bigint, change bigint, level int, upgrade_only boolean, end_date date, store_id bigint, audit_id bigint, actor text, subject text, reason text, address text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, c.change as change, c.level as level, c.upgrade_only as upgrade_only, c.end_date as end_date, c.store_id as store_id, case when u.id is not null then json_build_object('id', u.id) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level) end as membership, (select coalesce(
      json_agg(json_build_object('level', l.level, 'name', l.name) order by l.level), '[]')
      from levels l where l.merchant_id = $1) as levels, (c.now at time zone m.timezone)::date as merchants_today,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (wanted.level is not null) is not true then 'levelExists'
      when (c.end_date is null or c.end_date >= (c.now at time zone m.timezone)::date) is not true then 'levelEndsLater'
      when (not c.upgrade_only or c.level >= ms.level) is not true then 'levelIsNotLower' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select u_key.id from customers u_key where u_key.merchant_id = $1
    and u_key.id = c.first_id limit 1) u_key on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'email' and i.value = c.email
    and not i.is_reserved and u_key.id is null limit 1) u_email on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'memberId' and i.value = c.member_id
    and not i.is_reserved and u_key.id is null and u_email.customer_id is null limit 1) u_member_id on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'mobileNumber' and i.value = c.mobile_number
    and not i.is_reserved and u_key.id is null and u_email.customer_id is null and u_member_id.customer_id is null limit 1) u_mobile_number on true
  left join lateral (select u.* from customers u where u.merchant_id = $1
    and u.id = coalesce(u_key.id, u_email.customer_id, u_member_id.customer_id, u_mobile_number.customer_id, c.customer)
    and u.anonymized_at is null limit 1) u on true
  left join lateral (select ms.customer_id, ms.level from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id limit 1) ms on true
  left join lateral (select wanted.level from levels wanted
    where wanted.merchant_id = $1 and wanted.level = c.level limit 1) wanted on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'members.setLevel' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'members.setLevel' and k.key = c.key
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
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.day, b.change, b.level, b.upgrade_only, b.end_date, b.store_id, ms.level as level_before, ms.level_until as level_until
  from able b 
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and (not b.upgrade_only or b.level >= ms.level)
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'members.setLevel', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (select l.* from locked l where (l.key is null or l.key in (select key from owned))),
given as (
  update memberships ms set level = s.level, level_until = s.end_date
  from changed s where ms.merchant_id = $1 and ms.customer_id = s.customer_id
    and (s.level, s.end_date) is distinct from (s.level_before, s.level_until)
  returning s.*),
history as (insert into level_changes as level_changes (merchant_id, id, customer_id, level_before, level_after, until, until_before, cause, store_id, created_at, created_by) select $1, s.change, s.customer_id, s.level_before, s.level, s.end_date, s.level_until, 'hand', s.store_id, s.now, c.actor from given s join calls c on c.n = s.n returning 1),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'members.setLevel', c.actor, 'customer ' || d.customer_id, c.reason, json_build_object(
    'level', json_build_object('from', d.level_before, 'to', d.level),
    'level_until', json_build_object('from', d.level_until, 'to', d.end_date)),
    c.address, d.now
  from given d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'members.setLevel', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'levels', b.levels, 'merchantsToday', b.merchants_today, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
