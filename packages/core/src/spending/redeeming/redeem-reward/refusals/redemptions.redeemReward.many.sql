with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, store_id bigint, store_code text, allowed_stores bigint[], email text, member_id text, mobile_number text, first_id bigint, customer bigint, request_id text, reward bigint, reward_code text, qty int, stamps bigint, voucher_template bigint, vouchers json, redemption bigint, channel int, invoice_number text, actor text, extra_data json)
),
seen as materialized (
  select c.n, own.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, case when m.redemption_pin_authorization then a.id end as authorization_id, rw.id as reward_id, rw.name as name, price.cost as cost, t.id as template_id, c.redemption as redemption, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when rw.id is not null then json_build_object('id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind, 'stampsToRedeem', case when rw.kind = 'flexible' then 0 else rw.stamps_to_redeem end, 'extraData', rw.extra_data) end as reward, case when rw.id is not null then json_build_object('startDate', rw.start_date, 'endDate', rw.end_date, 'stores', rw.stores, 'channels', rw.channels) end as reward_limits, case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic, 'validityDays', t.validity_days, 'pictureUrl', t.picture_url, 'description', t.description, 'shortDescription', t.short_description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as template, price.cost as price,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, rw.voucher_template_id is distinct from c.voucher_template as lacks, k.fingerprint is null as is_new,
    case
      when (s.id is not null) is not true then 'storeExists'
      when (c.allowed_stores is null or s.id = any (c.allowed_stores)) is not true then 'storeIsCallers'
      when (s.is_active) is not true then 'storeIsActive'
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (not ms.is_blocked) is not true then 'memberIsNotBlocked'
      when (u.is_active) is not true then 'customerIsActive'
      when (ms.status = 100) is not true then 'memberIsActive'
      when ((u.registration_status = 'Full' or m.partial_may_redeem)) is not true then 'memberIsNamed'
      when (rw.id is not null) is not true then 'rewardExists'
      when (rw.is_active) is not true then 'rewardIsActive'
      when (rw.start_date is null or rw.start_date <= s.today) is not true then 'rewardHasStarted'
      when (rw.end_date is null or rw.end_date >= s.today) is not true then 'rewardHasNotEnded'
      when (rw.stores = '{}' or s.id = any (rw.stores)) is not true then 'rewardIsAtStore'
      when (rw.channels = '{}' or c.channel = any (rw.channels)) is not true then 'rewardIsOnChannel'
      when (price.cost is not null) is not true then 'stampsAreGiven'
      when ((not m.redemption_pin_authorization) or (c.request_id is not null)) is not true then 'requestIsNamed'
      when ((not m.redemption_pin_authorization) or (a.id is not null)) is not true then 'requestIsAuthorized'
      when ((not m.redemption_pin_authorization) or (a.spent_by_redemption_id is null)) is not true then 'authorizationIsUnspent'
      when ((not m.redemption_pin_authorization) or (a.expires_at > c.now)) is not true then 'authorizationIsLive'
      when (ms.stamps >= price.cost) is not true then 'stampsAreHeld' end as refused
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
  left join lateral (select a.* from redemption_authorizations a where a.merchant_id = $1
    and a.customer_id = u.id and a.request_id = c.request_id
    order by a.created_at desc, a.id desc limit 1) a on true
  left join lateral (select rw.* from rewards rw where rw.merchant_id = $1
    and rw.id = coalesce(c.reward, (select coded.id from rewards coded
      where coded.merchant_id = $1 and coded.code_key = c.reward_code limit 1)) limit 1) rw on true
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = rw.voucher_template_id limit 1) t on true
  cross join lateral (select case when rw.kind = 'flexible' then case when c.stamps > 0 then c.stamps end
    else rw.stamps_to_redeem * c.qty end as cost) price
  cross join lateral (select coalesce(c.key, case
      when m.one_redemption_per_invoice and c.invoice_number is not null
      then '§ ' || encode(sha256(convert_to(
        json_build_array(u.id, s.id, s.today, c.invoice_number, rw.id, c.qty, case when rw.kind = 'flexible' then c.stamps end)::text, 'UTF8')), 'hex') end) as key) own
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'redemptions.redeemReward' and o.key = own.key
    where k.merchant_id = $1 and k.operation = 'redemptions.redeemReward' and k.key = own.key
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
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day, b.authorization_id, b.reward_id, b.name, b.cost, b.template_id, b.redemption
  from able b 
  left join lateral (select a.* from redemption_authorizations a
    where a.merchant_id = $1 and a.id = b.authorization_id
      and (a.spent_by_redemption_id is null)
      and (a.expires_at > b.now)
    for no key update of a skip locked) a on true
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and (not ms.is_blocked)
      and (ms.status = 100)
      and (ms.stamps >= b.cost)
      and (ms.next_expiry_on < b.day) is not true
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
      and (u.is_active)
    for key share of u skip locked) u
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id
    for key share of t skip locked) t on true
  where (a.merchant_id is not null or b.authorization_id is null) and (t.merchant_id is not null or b.template_id is null)
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, redemption_id, created_at)
  select $1, 'redemptions.redeemReward', l.key, coalesce(l.fingerprint, 'derived'),
    case when l.fingerprint is null then l.redemption end, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, redemption_id = excluded.redemption_id, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  update memberships ms set stamps = ms.stamps - l.cost, entry_number = ms.entry_number + (l.cost > 0)::int
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and (l.key is null or l.key in (select key from owned))
  returning l.*, ms.stamps, ms.balance, ms.entry_number),
redeemed as (insert into redemptions as redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel, invoice_number, extra_data, created_at, redeemed_by) select $1, s.redemption, 'reward', s.customer_id, s.store_id, s.name, s.cost, c.channel, c.invoice_number, c.extra_data, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from changed s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id),
line as (insert into redemption_lines as redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used, request_id) select $1, s.redemption, 1, s.reward_id, s.name, c.qty, s.cost, c.request_id from changed s join calls c on c.n = s.n returning 1),
entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'redemption', s.redemption, -s.cost, s.entry_number, s.day, null::date,
    null::bigint, s.now
  from changed s where s.cost > 0
  returning e.customer_id),
new_vouchers as materialized (
  select c.n, 1::int as line, v.* from calls c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
    "templateId" bigint, "customerId" bigint, value numeric, "remainingValue" numeric, "startDate" date,
    "endDate" date)
),
issued as (
  insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, customer_id, value,
    remaining_value, start_date, end_date, issued_by_redemption_id, issued_by_line, notes,
    created_at)
  select $1, i.id, i."templateId", i.code, upper(i.code), s.customer_id, i.value,
    i."remainingValue", i."startDate", i."endDate", s.redemption, i.line, null, s.now
  from changed s join new_vouchers i on i.n = s.n
  returning v.id, v.remaining_value, v.created_at
),
opened as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, i.id, 'opening', 0, i.remaining_value, i.created_at
  from issued i where i.remaining_value is not null
  returning e.voucher_id
),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', s.redemption, 'name', s.name, 'extraData', c.extra_data, 'cost', s.cost, 'vouchers', coalesce(c.vouchers, '[]')), 'customer', b.customer, 'membership', b.membership, 'reward', b.reward), 'changed', json_build_object('stamps', s.stamps, 'balance', s.balance::text)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'redemptions.redeemReward', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'reward', b.reward, 'rewardLimits', b.reward_limits, 'template', b.template, 'price', b.price, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
