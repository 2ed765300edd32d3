with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as store_id, $6::text as store_code, $7::text::bigint[] as allowed_stores, $8::text as email, $9::text as member_id, $10::text as mobile_number, $11::bigint as first_id, $12::bigint as customer, $13::bigint as audit_id, $14::text as actor, $15::text as subject, $16::text as reason, $17::text as address, $18::bigint as award, $19::bigint as stamps, $20::text as notes, $21::text::date as expires_on, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, c.stamps as delta, c.award as cause_id, coalesce(c.expires_on, ((c.now at time zone m.timezone)::date + m.stamps_valid_days)) as expires_on, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, (c.now at time zone m.timezone)::date as merchants_today,
    null::json as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, false as lacks, true as is_new,
    case
      when ((c.store_code is null) or (s.id is not null)) is not true then 'storeExists'
      when ((c.store_code is null) or (c.allowed_stores is null or s.id = any (c.allowed_stores))) is not true then 'storeIsCallers'
      when ((c.store_code is null) or (s.is_active)) is not true then 'storeIsActive'
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (c.expires_on is null or c.expires_on >= (c.now at time zone m.timezone)::date) is not true then 'stampsCanBeSpent' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select s_id.id from stores s_id where s_id.merchant_id = $1
    and s_id.id = c.store_id and c.store_code not like '0%') s_id on true
  left join lateral (select s_code.id from stores s_code where s_code.merchant_id = $1
    and s_code.code_key = c.store_code and s_id.id is null) s_code on true
  left join lateral (select s.*, (c.now at time zone s.timezone)::date as today,
      to_char(c.now at time zone s.timezone, 'HH24:MI:SS') as time
    from stores s where s.merchant_id = $1
      and s.id = coalesce(s_id.id, s_code.id, c.store_id)) s on true
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
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day, b.delta, b.cause_id, b.expires_on
  from able b 
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
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
award as (insert into stamp_awards as stamp_awards (merchant_id, id, customer_id, store_id, stamps, notes, expires_on, created_at, created_by) select $1, s.cause_id, s.customer_id, s.store_id, s.delta, c.notes, s.expires_on, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
stamp_entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'award', s.cause_id, s.delta, s.entry_number, s.day, s.expires_on,
    null::bigint, s.now
  from changed s where true
  returning e.customer_id),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'stamps.add', c.actor, 'customer ' || d.customer_id, c.reason, json_build_object('delta', d.delta),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('award', json_build_object('id', s.cause_id, 'stamps', s.delta, 'status', 'Created'), 'customer', b.customer, 'membership', b.membership), 'changed', json_build_object('stamps', s.stamps)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'merchantsToday', b.merchants_today, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
