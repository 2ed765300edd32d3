with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, store_id bigint, store_code text, allowed_stores bigint[], email text, member_id text, mobile_number text, first_id bigint, customer bigint, redeems boolean)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (s.id is not null) is not true then 'storeExists'
      when (c.allowed_stores is null or s.id = any (c.allowed_stores)) is not true then 'storeIsCallers'
      when (s.is_active) is not true then 'storeIsActive'
      when (ms.customer_id is not null) is not true then 'memberExists'
      when ((not c.redeems) or (not ms.is_blocked)) is not true then 'memberIsNotBlocked'
      when ((not c.redeems) or (u.is_active)) is not true then 'customerIsActive'
      when ((not c.redeems) or (ms.status = 100)) is not true then 'memberIsActive'
      when ((not c.redeems) or ((u.registration_status = 'Full' or m.partial_may_redeem))) is not true then 'memberIsNamed' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select s_id.id from stores s_id where s_id.merchant_id = $1
    and s_id.id = c.store_id and c.store_code not like '0%' limit 1) s_id on true
  left join lateral (select s_code.id from stores s_code where s_code.merchant_id = $1
    and s_code.code_key = c.store_code and s_id.id is null limit 1) s_code on true
  left join lateral (select s.*, (c.now at time zone s.timezone)::date as today,
      to_char(c.now at time zone s.timezone, 'HH24:MI:SS') as time
    from stores s where s.merchant_id = $1
      and s.id = coalesce(s_id.id, s_code.id, c.store_id) limit 1) s on true
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
        on o.merchant_id = $1 and o.operation = 'visits.confirm' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'visits.confirm' and k.key = c.key
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
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day
  from able b 
  cross join lateral (select held.* from memberships held
    where held.merchant_id = $1 and held.customer_id = b.customer_id
    for no key update of held skip locked) held
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'visits.confirm', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  select l.* from locked l where (l.key is null or l.key in (select key from owned))),
done as (
  select s.n, s.key, json_build_object('frame', null, 'changed', json_build_object('storeId', s.store_id, 'today', s.today, 'customer', b.customer, 'membership', b.membership)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'visits.confirm', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
