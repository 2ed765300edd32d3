with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, store_id bigint, store_code text, allowed_stores bigint[], email text, member_id text, mobile_number text, first_id bigint, customer bigint, request_id text, voucher bigint, voucher_code text, voucher_template bigint, guess_subject text, guess_store text, guess_most int, guess_most_in_all int, redemption bigint, channel int, invoice_number text, actor text, extra_data json)
),
seen as materialized (
  select c.n, own.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, case when m.redemption_pin_authorization then a.id end as authorization_id, v.id as voucher_id, t.name as name, c.redemption as redemption, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when v.id is not null then json_build_object('id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active, 'startDate', v.start_date, 'endDate', v.end_date, 'value', v.value::text, 'remainingValue', v.remaining_value::text, 'pictureUrl', t.picture_url, 'shortDescription', t.short_description, 'description', t.description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as voucher, v.customer_id as voucher_holder, t.id as voucher_template, t.stores as voucher_stores, t.channels as voucher_channels, case when g.count is not null then json_build_object(
      'limit', case when g.is_in_all then 'guesses-token' else 'guesses' end, 'most', g.most,
      'count', g.count, 'secondsLeft', g.seconds_left) end as guesses,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, false as lacks, k.fingerprint is null as is_new,
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
      when ((c.voucher_code is null) or (v.customer_id is not null)) is not true then 'codedVoucherIsHeld'
      when (v.customer_id is not distinct from u.id) is not true then 'voucherIsCustomers'
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
  left join lateral (select v.* from vouchers v where v.merchant_id = $1
    and v.id = coalesce(c.voucher, (select coded.id from vouchers coded
      where coded.merchant_id = $1 and coded.code_key = c.voucher_code limit 1)) limit 1) v on true
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = v.voucher_template_id limit 1) t on true
  left join lateral (select x.*
    from (select g.count, g.subject = c.guess_subject as is_in_all,
        case when g.subject = c.guess_subject then c.guess_most_in_all else c.guess_most end as most,
        extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
      from attempt_counters g
      where g.merchant_id = $1 and g.subject in (c.guess_subject, c.guess_store)
        and g.window_start > c.now - interval '1 minute' limit 2) x
    order by x.most - x.count, x.is_in_all limit 1) g on true
  cross join lateral (select coalesce(c.key, case
      when m.one_redemption_per_invoice and c.invoice_number is not null
      then '§ ' || encode(sha256(convert_to(
        json_build_array(u.id, s.id, s.today, c.invoice_number, v.id)::text, 'UTF8')), 'hex') end) as key) own
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'redemptions.redeemVoucher' and o.key = own.key
    where k.merchant_id = $1 and k.operation = 'redemptions.redeemVoucher' and k.key = own.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by voucher_id order by n) as of_voucher_id,
      row_number() over (partition by authorization_id order by n) as of_authorization_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_voucher_id = 1 or voucher_id is null)
    and (of_authorization_id = 1 or authorization_id is null)
    and (of_key = 1 or key is null)
  order by voucher_id
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
      and (v.customer_id is not distinct from b.customer_id)
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
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, redemption_id, created_at)
  select $1, 'redemptions.redeemVoucher', l.key, coalesce(l.fingerprint, 'derived'),
    case when l.fingerprint is null then l.redemption end, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, redemption_id = excluded.redemption_id, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (
  update vouchers v set redeemed_at = l.now, remaining_value = case when v.remaining_value is not null then 0 end
  from locked l where v.merchant_id = $1 and v.id = l.voucher_id and (l.key is null or l.key in (select key from owned))
  returning l.*),
redeemed as (insert into redemptions as redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel, invoice_number, extra_data, created_at, redeemed_by) select $1, s.redemption, 'voucher', s.customer_id, s.store_id, s.name, 0, c.channel, c.invoice_number, c.extra_data, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from changed s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id),
line as (insert into redemption_lines as redemption_lines (merchant_id, redemption_id, line, voucher_id, name, value, spends_voucher, request_id) select $1, s.redemption, 1, s.voucher_id, s.name, s.value, s.value is null, c.request_id from changed s join calls c on c.n = s.n returning 1),
entry as (insert into voucher_value_entries as voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at) select $1, s.voucher_id, 'redemption', s.redemption, -s.value, s.now from changed s where s.value is not null returning 1),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', s.redemption, 'name', s.name, 'extraData', c.extra_data, 'left', s.remaining_value::text), 'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'redemptions.redeemVoucher', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher, 'voucherHolder', b.voucher_holder, 'voucherTemplate', b.voucher_template, 'voucherStores', b.voucher_stores, 'voucherChannels', b.voucher_channels, 'guesses', b.guesses, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
