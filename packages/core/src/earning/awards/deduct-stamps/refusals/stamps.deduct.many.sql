with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, email text, member_id text, mobile_number text, first_id bigint, customer bigint, audit_id bigint, actor text, subject text, reason text, address text, deduction bigint, stamps bigint, notes text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, -c.stamps as delta, c.deduction as cause_id, null::date as expires_on, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (ms.stamps + -c.stamps >= 0) is not true then 'stampsAreHeld' end as refused
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
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id limit 1) ms on true
  left join lateral (select lv.name from levels lv
    where lv.merchant_id = $1 and lv.level = ms.level limit 1) lv on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'stamps.deduct' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'stamps.deduct' and k.key = c.key
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
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.day, b.delta, b.cause_id, b.expires_on
  from able b 
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and (ms.stamps + b.delta >= 0)
      and (ms.next_expiry_on < b.day) is not true
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'stamps.deduct', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  update memberships ms set stamps = ms.stamps + l.delta, entry_number = ms.entry_number + 1, next_expiry_on = least(ms.next_expiry_on, l.expires_on)
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and (l.key is null or l.key in (select key from owned))
  returning l.*, ms.stamps, ms.entry_number),
deduction as (insert into stamp_deductions as stamp_deductions (merchant_id, id, customer_id, stamps, notes, created_at, created_by) select $1, s.cause_id, s.customer_id, c.stamps, c.notes, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
stamp_entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'deduction', s.cause_id, s.delta, s.entry_number, s.day, s.expires_on,
    null::bigint, s.now
  from changed s where true
  returning e.customer_id),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'stamps.deduct', c.actor, 'customer ' || d.customer_id, c.reason, json_build_object('delta', d.delta),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('deduction', json_build_object('id', s.cause_id, 'stamps', c.stamps, 'notes', c.notes, 'createdAt', s.now), 'customer', b.customer, 'membership', b.membership), 'changed', json_build_object('stamps', s.stamps)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'stamps.deduct', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
