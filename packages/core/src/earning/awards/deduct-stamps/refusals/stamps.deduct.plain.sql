with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::text as email, $6::text as member_id, $7::text as mobile_number, $8::bigint as first_id, $9::bigint as customer, $10::bigint as audit_id, $11::text as actor, $12::text as subject, $13::text as reason, $14::text as address, $15::bigint as deduction, $16::bigint as stamps, $17::text as notes, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, -c.stamps as delta, c.deduction as cause_id, null::date as expires_on, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership,
    null::json as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, false as lacks, true as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (ms.stamps + -c.stamps >= 0) is not true then 'stampsAreHeld' end as refused
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
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id) ms on true
  left join lateral (select lv.name from levels lv
    where lv.merchant_id = $1 and lv.level = ms.level) lv on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
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
changed as (
  update memberships ms set stamps = ms.stamps + l.delta, entry_number = ms.entry_number + 1, next_expiry_on = least(ms.next_expiry_on, l.expires_on)
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and true
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
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
