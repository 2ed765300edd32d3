with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, store_id bigint, store_code text, allowed_stores bigint[], email text, member_id text, mobile_number text, first_id bigint, customer bigint, request_id text, promo_code text, channel int, guess_subject text, guess_store text, guess_most int, guess_most_in_all int, redemption bigint, invoice_number text, actor text, extra_data json)
),
seen as materialized (
  select c.n, own.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, case when m.redemption_pin_authorization then a.id end as authorization_id, pc.id as promo_code_id, array[pc.id, u.id] as customer_use, s.time::time as time, c.channel as channel, coalesce(pu.uses, 0) as uses_by_customer, c.redemption as redemption, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when pc.id is not null then json_build_object('id', pc.id, 'code', pc.code, 'name', pc.name, 'description', pc.description, 'isActive', pc.is_active, 'startDate', pc.start_date, 'endDate', pc.end_date, 'startTime', pc.start_time::time(0), 'endTime', pc.end_time::time(0), 'maxUses', pc.max_uses, 'maxUsesPerCustomer', pc.max_uses_per_customer, 'uses', pc.uses, 'usesByCustomer', coalesce(pu.uses, 0), 'stores', pc.stores, 'channels', pc.channels, 'extraData', pc.extra_data) end as promo_code, s.today - case when coalesce(pc.end_time::time(0), '23:59:59') < coalesce(pc.start_time::time(0), '00:00:00') and s.time::time <= coalesce(pc.end_time::time(0), '23:59:59') then 1 else 0 end as promo_code_day, case when g.count is not null then json_build_object(
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
      when (pc.id is not null) is not true then 'promoCodeExists'
      when (pc.is_active) is not true then 'promoCodeIsActive'
      when (pc.start_date is null or pc.start_date <= s.today - case when coalesce(pc.end_time::time(0), '23:59:59') < coalesce(pc.start_time::time(0), '00:00:00') and s.time::time <= coalesce(pc.end_time::time(0), '23:59:59') then 1 else 0 end) is not true then 'promoCodeHasStarted'
      when (pc.end_date is null or pc.end_date >= s.today - case when coalesce(pc.end_time::time(0), '23:59:59') < coalesce(pc.start_time::time(0), '00:00:00') and s.time::time <= coalesce(pc.end_time::time(0), '23:59:59') then 1 else 0 end) is not true then 'promoCodeHasNotEnded'
      when (pc.stores = '{}' or s.id = any (pc.stores)) is not true then 'promoCodeIsAtStore'
      when (pc.channels = '{}' or c.channel = any (pc.channels)) is not true then 'promoCodeIsOnChannel'
      when (case when coalesce(pc.start_time::time(0), '00:00:00') <= coalesce(pc.end_time::time(0), '23:59:59')
        then coalesce(pc.start_time::time(0), '00:00:00') <= s.time::time and s.time::time <= coalesce(pc.end_time::time(0), '23:59:59')
        else coalesce(pc.start_time::time(0), '00:00:00') <= s.time::time or s.time::time <= coalesce(pc.end_time::time(0), '23:59:59') end) is not true then 'promoCodeIsInHours'
      when (pc.max_uses is null or pc.uses < pc.max_uses) is not true then 'promoCodeHasUses'
      when (pc.max_uses_per_customer is null or coalesce(pu.uses, 0) < pc.max_uses_per_customer) is not true then 'customerHasUses'
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
  left join lateral (select pc.* from promo_codes pc where pc.merchant_id = $1
    and pc.code_key = c.promo_code limit 1) pc on true
  left join lateral (select pu.uses from promo_code_uses pu where pu.merchant_id = $1
    and pu.promo_code_id = pc.id and pu.customer_id = u.id limit 1) pu on true
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
        json_build_array(u.id, s.id, s.today, c.invoice_number, pc.id)::text, 'UTF8')), 'hex') end) as key) own
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'redemptions.redeemPromoCode' and o.key = own.key
    where k.merchant_id = $1 and k.operation = 'redemptions.redeemPromoCode' and k.key = own.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by customer_use order by n) as of_customer_use,
      row_number() over (partition by authorization_id order by n) as of_authorization_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_customer_use = 1 or customer_use is null)
    and (of_authorization_id = 1 or authorization_id is null)
    and (of_key = 1 or key is null)
  order by customer_use
),
locked as materialized (
  select * from (
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day, b.authorization_id, b.promo_code_id, b.customer_use, b.time, b.channel, b.uses_by_customer, b.redemption, pc.name as name, pc.max_uses - pc.uses as uses_left, row_number() over (partition by pc.id order by b.n) as place
  from able b 
  cross join lateral (select pc.* from promo_codes pc
    where pc.merchant_id = $1 and pc.id = b.promo_code_id
      and (pc.is_active)
      and (pc.start_date is null or pc.start_date <= b.today - case when coalesce(pc.end_time::time(0), '23:59:59') < coalesce(pc.start_time::time(0), '00:00:00') and b.time <= coalesce(pc.end_time::time(0), '23:59:59') then 1 else 0 end)
      and (pc.end_date is null or pc.end_date >= b.today - case when coalesce(pc.end_time::time(0), '23:59:59') < coalesce(pc.start_time::time(0), '00:00:00') and b.time <= coalesce(pc.end_time::time(0), '23:59:59') then 1 else 0 end)
      and (pc.stores = '{}' or b.store_id = any (pc.stores))
      and (pc.channels = '{}' or b.channel = any (pc.channels))
      and (case when coalesce(pc.start_time::time(0), '00:00:00') <= coalesce(pc.end_time::time(0), '23:59:59')
        then coalesce(pc.start_time::time(0), '00:00:00') <= b.time and b.time <= coalesce(pc.end_time::time(0), '23:59:59')
        else coalesce(pc.start_time::time(0), '00:00:00') <= b.time or b.time <= coalesce(pc.end_time::time(0), '23:59:59') end)
      and (pc.max_uses_per_customer is null or b.uses_by_customer < pc.max_uses_per_customer)
    for no key update of pc skip locked) pc
  left join lateral (select a.* from redemption_authorizations a
    where a.merchant_id = $1 and a.id = b.authorization_id
      and (a.spent_by_redemption_id is null)
      and (a.expires_at > b.now)
    for no key update of a skip locked) a on true
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
      and (u.is_active)
    for key share of u skip locked) u
  where (a.merchant_id is not null or b.authorization_id is null)) l where (l.uses_left is null or l.place <= l.uses_left)
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, redemption_id, created_at)
  select $1, 'redemptions.redeemPromoCode', l.key, coalesce(l.fingerprint, 'derived'),
    case when l.fingerprint is null then l.redemption end, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, redemption_id = excluded.redemption_id, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
used as (insert into promo_code_uses as promo_code_uses (merchant_id, promo_code_id, customer_id, uses) select $1, l.promo_code_id, l.customer_id, l.uses_by_customer + 1 from locked l where (l.key is null or l.key in (select key from owned)) on conflict (merchant_id, promo_code_id, customer_id) do update set uses = excluded.uses
    where promo_code_uses.uses = excluded.uses - 1
  returning promo_code_id, customer_id),
changed as (
  select l.* from locked l
  join used on used.promo_code_id = l.promo_code_id and used.customer_id = l.customer_id),
counted as (
  update promo_codes pc set uses = pc.uses + t.uses
  from (select promo_code_id, count(*) as uses from changed group by promo_code_id) t where pc.merchant_id = $1 and pc.id = t.promo_code_id
  returning pc.id),
redeemed as (insert into redemptions as redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used, channel, invoice_number, extra_data, created_at, redeemed_by) select $1, s.redemption, 'promo_code', s.customer_id, s.store_id, s.name, 0, c.channel, c.invoice_number, c.extra_data, s.now, c.actor from changed s join calls c on c.n = s.n returning 1),
authorized as (
  update redemption_authorizations a set spent_by_redemption_id = s.redemption
  from changed s where a.merchant_id = $1 and a.id = s.authorization_id
  returning a.id),
line as (insert into redemption_lines as redemption_lines (merchant_id, redemption_id, line, promo_code_id, name, request_id) select $1, s.redemption, 1, s.promo_code_id, s.name, c.request_id from changed s join calls c on c.n = s.n returning 1),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('saving', json_build_object('redemptionId', s.redemption, 'name', s.name), 'customer', b.customer, 'membership', b.membership, 'promoCode', json_build_object('id', b.promo_code->'id',
    'code', b.promo_code->'code', 'name', b.promo_code->'name', 'extraData', b.promo_code->'extraData')), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'redemptions.redeemPromoCode', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'promoCode', b.promo_code, 'promoCodeDay', b.promo_code_day, 'guesses', b.guesses, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end
