with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::text as email, $6::text as member_id, $7::text as mobile_number, $8::bigint as first_id, $9::bigint as customer, $10::bigint as award, $11::text::bigint[] as allowed_stores, $12::bigint as replayed, $13::int as replayed_to, $14::bigint as audit_id, $15::text as actor, $16::text as subject, $17::text as reason, $18::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, a.id as award_id, (a.canceled_at is not null) as is_canceled, a.stamps as given, ms.entry_number as seen_entry, own.takes as takes, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when a.id is not null then json_build_object('id', a.id, 'stamps', a.stamps, 'isCanceled', (a.canceled_at is not null), 'storeId', a.store_id) end as award, own.takes as to_take,
    null::json as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, (a.id is not null and own.takes is null) as lacks, true as is_new,
    case
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (a.id is not null) is not true then 'awardExists'
      when (a.store_id is null or c.allowed_stores is null or a.store_id = any (c.allowed_stores)) is not true then 'awardIsCallers'
      when (own.takes is null or ms.stamps >= own.takes) is not true then 'stampsAreLeft' end as refused
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
  left join lateral (select a.* from stamp_awards a where a.merchant_id = $1
    and a.id = c.award and a.customer_id = u.id) a on true
  left join lateral (select exists (select 1 from stamp_entries e
      join stamp_entries g on g.merchant_id = $1 and g.customer_id = u.id
        and g.cause = 'award' and g.cause_id = a.id
      where e.merchant_id = $1 and e.customer_id = u.id and e.cause = 'expiry'
        and e.number > g.number) as has_expired offset 0) expired on true
  cross join lateral (select case when (a.canceled_at is not null) then 0 when not expired.has_expired then a.stamps
      when c.replayed_to = ms.entry_number then c.replayed end as takes) own
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.day, b.award_id, b.is_canceled, b.given, b.seen_entry, b.takes, ms.stamps as held
  from able b 
  cross join lateral (select a.* from stamp_awards a
    where a.merchant_id = $1 and a.id = b.award_id
      and (a.canceled_at is not null) is not distinct from b.is_canceled
    for no key update of a skip locked) a
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number is not distinct from b.seen_entry
      and (b.takes is null or ms.stamps >= b.takes)
      and (ms.next_expiry_on < b.day) is not true
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u
  where true
),
changed as (select l.* from locked l where true),
canceled as (
  update stamp_awards a set canceled_at = s.now, canceled_by = c.actor
  from changed s join calls c on c.n = s.n where a.merchant_id = $1 and a.id = s.award_id and not s.is_canceled
  returning s.*),
returned as (
  update memberships ms set stamps = ms.stamps - s.takes, entry_number = ms.entry_number + (s.takes > 0)::int
  from canceled s where ms.merchant_id = $1 and ms.customer_id = s.customer_id
  returning s.*, ms.entry_number),
stamp_entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'award_cancellation', s.award_id, -s.takes, s.entry_number, s.day, null::date,
    s.award_id, s.now
  from returned s where s.takes > 0
  returning e.customer_id),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'stamps.cancel', c.actor, 'customer ' || d.customer_id, c.reason, json_build_object('delta', -d.takes),
    c.address, d.now
  from canceled d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('award', json_build_object('id', s.award_id, 'stamps', s.given, 'status', 'Canceled'), 'customer', b.customer, 'membership', b.membership), 'changed', json_build_object('stamps', s.held - s.takes)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'membership', b.membership, 'award', b.award, 'toTake', b.to_take, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
