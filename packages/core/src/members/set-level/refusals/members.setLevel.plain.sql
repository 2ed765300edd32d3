with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::text as email, $6::text as member_id, $7::text as mobile_number, $8::bigint as first_id, $9::bigint as customer, $10::bigint as change, $11::int as level, $12::boolean as upgrade_only, $13::text::date as end_date, $14::bigint as store_id, $15::bigint as audit_id, $16::text as actor, $17::text as subject, $18::text as reason, $19::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, c.change as change, c.level as level, c.upgrade_only as upgrade_only, c.end_date as end_date, c.store_id as store_id, case when u.id is not null then json_build_object('id', u.id) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level) end as membership, (select coalesce(
      json_agg(json_build_object('level', l.level, 'name', l.name) order by l.level), '[]')
      from levels l where l.merchant_id = $1) as levels, (c.now at time zone m.timezone)::date as merchants_today,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (wanted.level is not null) is not true then 'levelExists'
      when (c.end_date is null or c.end_date >= (c.now at time zone m.timezone)::date) is not true then 'levelEndsLater'
      when (not c.upgrade_only or c.level >= ms.level) is not true then 'levelIsNotLower' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select u_key.id from customers u_key where u_key.merchant_id = $1
    and u_key.id = c.first_id) u_key on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'email' and i.value = c.email
    and not i.is_reserved and u_key.id is null) u_email on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'memberId' and i.value = c.member_id
    and not i.is_reserved and u_key.id is null and u_email.customer_id is null) u_member_id on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'mobileNumber' and i.value = c.mobile_number
    and not i.is_reserved and u_key.id is null and u_email.customer_id is null and u_member_id.customer_id is null) u_mobile_number on true
  left join lateral (select u.* from customers u where u.merchant_id = $1
    and u.id = coalesce(u_key.id, u_email.customer_id, u_member_id.customer_id, u_mobile_number.customer_id, c.customer)
    and u.anonymized_at is null) u on true
  left join lateral (select ms.customer_id, ms.level from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id) ms on true
  left join lateral (select wanted.level from levels wanted
    where wanted.merchant_id = $1 and wanted.level = c.level) wanted on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
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
changed as (select l.* from locked l where true),
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
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'levels', b.levels, 'merchantsToday', b.merchants_today, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
