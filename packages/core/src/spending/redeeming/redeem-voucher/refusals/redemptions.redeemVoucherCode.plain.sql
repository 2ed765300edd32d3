with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as store_id, $6::text as store_code, $7::text::bigint[] as allowed_stores, $8::text as email, $9::text as member_id, $10::text as mobile_number, $11::bigint as first_id, $12::bigint as customer, $13::text as request_id, $14::bigint as voucher, $15::text as voucher_code, $16::bigint as voucher_template, $17::text as guess_subject, $18::text as guess_store, $19::int as guess_most, $20::int as guess_most_in_all, $21::bigint as redemption, $22::int as channel, $23::text as invoice_number, $24::text as actor, $25::json as extra_data, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, case when m.redemption_pin_authorization then a.id end as authorization_id, v.id as voucher_id, t.name as name, c.redemption as redemption, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when v.id is not null then json_build_object('id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active, 'startDate', v.start_date, 'endDate', v.end_date, 'value', v.value::text, 'remainingValue', v.remaining_value::text, 'pictureUrl', t.picture_url, 'shortDescription', t.short_description, 'description', t.description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as voucher, v.customer_id as voucher_holder, t.id as voucher_template, t.stores as voucher_stores, t.channels as voucher_channels, case when g.count is not null then json_build_object(
      'limit', case when g.is_in_all then 'guesses-token' else 'guesses' end, 'most', g.most,
      'count', g.count, 'secondsLeft', g.seconds_left) end as guesses,
    null::json as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, false as lacks, true as is_new,
    case
      when (s.id is not null) is not true then 'storeExists'
      when (c.allowed_stores is null or s.id = any (c.allowed_stores)) is not true then 'storeIsCallers'
      when (s.is_active) is not true then 'storeIsActive'
      when (ms.customer_id is not null) is not true then 'memberExists'
      when (not ms.is_blocked) is not true then 'memberIsNotBlocked'
      when (u.is_active) is not true then 'customerIsActive'
      when (ms.status = 100) is not true then 'memberIsActive'
      when ((u.registration_status = 'Full' or m.partial_may_redeem)) is not true then 'memberIsNamed'
      when (coalesce(g.count < g.most, true)) is not true then 'guessesAreLeft'
      when (v.id is not null) is not true then 'voucherExists'
      when (c.voucher_template is null or t.id = c.voucher_template) is not true then 'voucherIsOfTemplate'
      when (coalesce(v.customer_id, u.id) = u.id) is not true then 'voucherIsCustomersOrNobodys'
      when (v.redeemed_at is null) is not true then 'voucherIsUnspent'
      when (v.is_active) is not true then 'voucherIsActive'
      when (v.start_date is null or v.start_date <= s.today) is not true then 'voucherHasStarted'
      when (v.end_date is null or v.end_date >= s.today) is not true then 'voucherHasNotEnded'
      when (t.stores = '{}' or s.id = any (t.stores)) is not true then 'voucherIsAtStore'
      when (t.channels = '{}' or c.channel = any (t.channels)) is not true then 'voucherIsOnChannel'
      when ((not m.redemption_pin_authorization) or (c.request_id is not null)) is not true then 'requestIsNamed'
      when ((not m.redemption_pin_authorization) or (a.id is not null)) is not true then 'requestIsAuthorized'
      when ((not m.redemption_pin_authorization) or (a.spent_by_redemption_id is null)) is not true then 'authorizationIsUnspent'
      when ((not m.redemption_pin_authorization) or (a.expires_at > c.now)) is not true then 'authorizationIsLive' end as refused
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
  left join lateral (select a.* from redemption_authorizations a where a.merchant_id = $1
    and a.customer_id = u.id and a.request_id = c.request_id
    order by a.created_at desc, a.id desc limit 1) a on true
  left join lateral (select v.* from vouchers v where v.merchant_id = $1
    and v.id = coalesce(c.voucher, (select coded.id from vouchers coded
      where coded.merchant_id = $1 and coded.code_key = c.voucher_code limit 1))) v on true
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = v.voucher_template_id) t on true
  left join lateral (select x.*
    from (select g.count, g.subject = c.guess_subject as is_in_all,
        case when g.subject = c.guess_subject then c.guess_most_in_all else c.guess_most end as most,
        extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
      from attempt_counters g
      where g.merchant_id = $1 and g.subject in (c.guess_subject, c.guess_store)
        and g.window_start > c.now - interval '1 minute') x
    order by x.most - x.count, x.is_in_all limit 1) g on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day, b.authorization_id, b.voucher_id, b.name, b.redemption, v.remaining_value as remaining_value, v.remaining_value as value
  from able b 
  left join lateral (select a.* from redemption_authorizations a
    where a.merchant_id = $1 and a.id = b.authorization_id
      and (a.spent_by_redemption_id is null)
      and (a.expires_at > b.now)
    for no key update of a skip locked) a on true
  cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = b.voucher_id
      and (coalesce(v.customer_id, b.customer_id) = b.customer_id)
      and (v.redeemed_at is null)
      and (v.is_active)
      and (v.start_date is null or v.start_date <= b.today)
      and (v.end_date is null or v.end_date >= b.today)
    for no key update of v skip locked) v
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
      and (u.is_active)
    for key share of u skip locked) u
  where (a.merchant_id is not null or b.authorization_id is null)
),
changed as (
  update vouchers v set redeemed_at = l.now, customer_id = l.customer_id, remaining_value = case when v.remaining_value is not null then 0 end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and true
  returning l.*),
redeemed as (insert into redemptions as redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel, invoice_number, extra_data, created_at, redeemed_by) select $1, s.redemption, 'voucher_code', s.customer_id, s.store_id, s.name, 0, c.channel, c.invoice_number, c.extra_data, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from changed s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id),
line as (insert into redemption_lines as redemption_lines (merchant_id, redemption_id, line, voucher_id, name, value, spends_voucher, request_id) select $1, s.redemption, 1, s.voucher_id, s.name, s.value, s.value is null, c.request_id from changed s join calls c on c.n = s.n returning 1),
entry as (insert into voucher_value_entries as voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at) select $1, s.voucher_id, 'redemption', s.redemption, -s.value, s.now from changed s where s.value is not null returning 1),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', s.redemption, 'name', s.name, 'extraData', c.extra_data, 'left', s.remaining_value::text), 'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher, 'voucherHolder', b.voucher_holder, 'voucherTemplate', b.voucher_template, 'voucherStores', b.voucher_stores, 'voucherChannels', b.voucher_channels, 'guesses', b.guesses, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
