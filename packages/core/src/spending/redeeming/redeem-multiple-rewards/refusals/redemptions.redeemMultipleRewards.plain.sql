with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as store_id, $6::text as store_code, $7::text::bigint[] as allowed_stores, $8::text as email, $9::text as member_id, $10::text as mobile_number, $11::bigint as first_id, $12::bigint as customer, $13::json as lines, $14::bigint as redemption, $15::int as channel, $16::text as invoice_number, $17::text as actor, $18::json as extra_data, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, wish.cost as cost, wish.name as name, wish.lines as lines, wish.authorization_ids as authorization_ids, wish.template_ids as template_ids, c.redemption as redemption, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, wish.shown as seen_lines, wish.cost as price, wish.refused_rewards as refused_rewards, wish.refused_authorizations as refused_authorizations,
    null::json as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, wish.lacks as lacks, true as is_new,
    case
      when (s.id is not null) is not true then 'storeExists'
      when (c.allowed_stores is null or s.id = any (c.allowed_stores)) is not true then 'storeIsCallers'
      when (s.is_active) is not true then 'storeIsActive'
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (not ms.is_blocked) is not true then 'memberIsNotBlocked'
      when (u.is_active) is not true then 'customerIsActive'
      when (ms.status = 100) is not true then 'memberIsActive'
      when ((u.registration_status = 'Full' or m.partial_may_redeem)) is not true then 'memberIsNamed'
      when (array_remove(wish.refused_rewards, null))[1] is not null then (array_remove(wish.refused_rewards, null))[1]
      when (array_remove(wish.refused_authorizations, null))[1] is not null then (array_remove(wish.refused_authorizations, null))[1]
      when (ms.stamps >= wish.cost) is not true then 'stampsAreHeld' end as refused
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
  cross join lateral (select sum(x.cost) as cost, string_agg(x.name, ', ' order by x.line) as name,
      bool_or(x.lacks) as lacks, coalesce(array_agg(distinct x.authorization_id) filter (where x.authorization_id is not null), '{}') as authorization_ids,
      coalesce(array_agg(distinct x.template_id) filter (where x.template_id is not null), '{}') as template_ids,
      array_agg(x.refused_reward order by x.line) as refused_rewards,
      array_agg(x.refused_authorization order by x.line) as refused_authorizations,
      json_agg(x.shown order by x.line) as shown, json_agg(x.redeemed order by x.line) as lines
    from (select c.line, price.cost as cost, rw.name as name, t.id as template_id,
        rw.voucher_template_id is distinct from c.voucher_template as lacks, case when m.redemption_pin_authorization then a.id end as authorization_id,
        case
      when (rw.id is not null) is not true then 'rewardExists'
      when (rw.is_active) is not true then 'rewardIsActive'
      when (rw.start_date is null or rw.start_date <= s.today) is not true then 'rewardHasStarted'
      when (rw.end_date is null or rw.end_date >= s.today) is not true then 'rewardHasNotEnded'
      when (rw.stores = '{}' or s.id = any (rw.stores)) is not true then 'rewardIsAtStore'
      when (rw.channels = '{}' or c.channel = any (rw.channels)) is not true then 'rewardIsOnChannel'
      when (price.cost is not null) is not true then 'stampsAreGiven' end as refused_reward,
        case
      when ((not m.redemption_pin_authorization) or (c.request_id is not null)) is not true then 'requestIsNamed'
      when ((not m.redemption_pin_authorization) or (a.id is not null)) is not true then 'requestIsAuthorized'
      when ((not m.redemption_pin_authorization) or (a.spent_by_redemption_id is null)) is not true then 'authorizationIsUnspent'
      when ((not m.redemption_pin_authorization) or (a.expires_at > c.now)) is not true then 'authorizationIsLive' end as refused_authorization,
        json_build_object('reward', case when rw.id is not null then json_build_object('id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind, 'stampsToRedeem', case when rw.kind = 'flexible' then 0 else rw.stamps_to_redeem end, 'extraData', rw.extra_data) end, 'rewardLimits', case when rw.id is not null then json_build_object('startDate', rw.start_date, 'endDate', rw.end_date, 'stores', rw.stores, 'channels', rw.channels) end, 'template', case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic, 'validityDays', t.validity_days, 'pictureUrl', t.picture_url, 'description', t.description, 'shortDescription', t.short_description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end) as shown,
        json_build_object('reward', case when rw.id is not null then json_build_object('id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind, 'stampsToRedeem', case when rw.kind = 'flexible' then 0 else rw.stamps_to_redeem end, 'extraData', rw.extra_data) end, 'qty', c.qty, 'stampsUsed', price.cost, 'requestId', c.request_id, 'voucher', c.vouchers -> 0) as redeemed
      from (select c.now, c.channel, w.line, w.qty, w.stamps, w."requestId" as request_id,
      w."voucherTemplate" as voucher_template, w.vouchers, null::text as reward_code,
      coalesce((select coded.id from rewards coded where coded.merchant_id = $1
        and coded.code_key = w.code limit 1), w.id) as reward
      from json_to_recordset(c.lines) as w (line int, code text, id bigint, qty int,
      stamps bigint, "requestId" text, "voucherTemplate" bigint, vouchers json)
      where w.line between 1 and 50) c
  left join lateral (select rw.* from rewards rw where rw.merchant_id = $1
    and rw.id = coalesce(c.reward, (select coded.id from rewards coded
      where coded.merchant_id = $1 and coded.code_key = c.reward_code limit 1)) limit 1) rw on true
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = rw.voucher_template_id limit 1) t on true
  cross join lateral (select case when rw.kind = 'flexible' then case when c.stamps > 0 then c.stamps end
    else rw.stamps_to_redeem * c.qty end as cost) price
  left join lateral (select a.* from redemption_authorizations a where a.merchant_id = $1
    and a.customer_id = u.id and a.request_id = c.request_id
    order by a.created_at desc, a.id desc limit 1) a on true) x) wish
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day, b.cost, b.name, b.lines, b.authorization_ids, b.template_ids, b.redemption
  from able b 
  cross join lateral (select count(*) as count
    from (select w.id from unnest(b.authorization_ids) as w (id) order by w.id) w
    cross join lateral (select a.* from redemption_authorizations a
    where a.merchant_id = $1 and a.id = w.id
      and (a.spent_by_redemption_id is null)
      and (a.expires_at > b.now)
    for no key update of a skip locked) a) a
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
  cross join lateral (select count(*) as count
    from (select w.id from unnest(b.template_ids) as w (id) order by w.id) w
    cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = w.id
    for key share of t skip locked) t) t
  where a.count = coalesce(cardinality(b.authorization_ids), 0) and t.count = coalesce(cardinality(b.template_ids), 0)
),
changed as (
  update memberships ms set stamps = ms.stamps - l.cost, entry_number = ms.entry_number + (l.cost > 0)::int
  from locked l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and true
  returning l.*, ms.stamps, ms.balance, ms.entry_number),
redeemed as (insert into redemptions as redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel, invoice_number, extra_data, created_at, redeemed_by) select $1, s.redemption, 'rewards', s.customer_id, s.store_id, s.name, s.cost, c.channel, c.invoice_number, c.extra_data, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from changed s where a.merchant_id = $1 and a.id = any (s.authorization_ids)
  returning a.id),
line as (insert into redemption_lines as redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used, request_id) select $1, s.redemption, w.line, (w.reward ->> 'id')::bigint, w.reward ->> 'name', w.qty, w.stamps_used, w.request_id from changed s cross join lateral rows from (json_to_recordset(s.lines) as (reward json,
      qty int, "stampsUsed" bigint, "requestId" text)) with ordinality
      as w (reward, qty, stamps_used, request_id, line) returning 1),
entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'redemption', s.redemption, -s.cost, s.entry_number, s.day, null::date,
    null::bigint, s.now
  from changed s where s.cost > 0
  returning e.customer_id),
lines as (
  select c.n, w.line, w.vouchers from calls c cross join lateral (select w.line, w.vouchers from json_to_recordset(c.lines) as w (line int, code text, id bigint, qty int,
      stamps bigint, "requestId" text, "voucherTemplate" bigint, vouchers json)
      where w.line between 1 and 50) w
),
new_vouchers as materialized (
  select c.n, c.line::int as line, v.* from lines c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
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
  select s.n, s.key, json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', s.redemption, 'name', s.name, 'cost', s.cost), 'customer', b.customer, 'membership', b.membership, 'lines', s.lines), 'changed', json_build_object('stamps', s.stamps, 'balance', s.balance::text)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'seenLines', b.seen_lines, 'price', b.price, 'refusedRewards', b.refused_rewards, 'refusedAuthorizations', b.refused_authorizations, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
