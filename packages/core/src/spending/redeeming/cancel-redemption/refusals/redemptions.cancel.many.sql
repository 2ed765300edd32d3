with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, redemption bigint, invoice_number text, store_id bigint, business_day date, allowed_stores bigint[], line int, line_request_id text, qty int, cancel_id bigint, may_cancel_old boolean, is_explained boolean, wants_replacement boolean, vouchers json, audit_id bigint, actor text, subject text, reason text, address text, token_id bigint, staff_id text, user_agent text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, (c.now at time zone m.timezone)::date as day, r.id as redemption_id, r.status as status, r.name as name, r.stamps_used as stamps_used, r.extra_data as extra_data, ln.value as value, case when (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) then ln.promo_code_id end as promo_code_id, case when (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) then case when r.kind = 'voucher_value' then ln.voucher_id end end as voucher_id, (v.is_active and (v.end_date is null or v.end_date >= s.today)) as is_usable, s.today as today, v.issued_by_redemption_id as issuer, v.issued_by_line as issuing_line, v.issued_by_transaction_id as issuing_sale, (case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then pl.stamps_used * coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) / pl.qty else r.stamps_used - r.stamps_returned end > 0 and exists (select 1 from stamp_entries e
      where e.merchant_id = $1 and e.customer_id = u.id and e.expires_on is not null)) as has_dated, r.canceled_qty as canceled_qty, case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then pl.line end as line, coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) as qty, c.cancel_id as cancel_id, (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) as is_open, case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then pl.stamps_used * coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) / pl.qty else r.stamps_used - r.stamps_returned end as stamps_back, case when (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) then r.status when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then 'Created' else 'Canceled' end as becomes, case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then r.stamps_returned + case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then pl.stamps_used * coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) / pl.qty else r.stamps_used - r.stamps_returned end
      when (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.status = 'Created' then r.stamps_returned
      else r.stamps_used end as stamps_returned, case when (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) then i.ids[1:case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) else cardinality(i.ids) end] end as issued_ids, i.worths as issued_worths, case when (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) then case when c.vouchers is not null then t.id end end as template_id, coalesce(iv.open, iv.canceled, '{}') as under_invoice, case when u.id is not null then json_build_object('kind', r.kind, 'status', r.status, 'isDone', (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)), 'stampsBack', case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then pl.stamps_used * coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) / pl.qty else r.stamps_used - r.stamps_returned end, 'value', ln.value::text, 'promoCodeId', ln.promo_code_id, 'isUsable', (v.is_active and (v.end_date is null or v.end_date >= s.today)), 'today', s.today) end as redemption, case when u.id is not null then json_build_object('id', r.store_id) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when v.id is not null then json_build_object('id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active, 'startDate', v.start_date, 'endDate', v.end_date, 'value', v.value::text, 'remainingValue', v.remaining_value::text, 'pictureUrl', t.picture_url, 'shortDescription', t.short_description, 'description', t.description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as voucher, case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic, 'validityDays', t.validity_days, 'pictureUrl', t.picture_url, 'description', t.description, 'shortDescription', t.short_description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as template, rp.replacement as replacement, ls.lines as lines, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end as left, json_build_object('ageHours', extract(epoch from c.now - r.created_at) / 3600, 'cashierCancelHours', m.cashier_cancel_hours) as age, case when true then i.issued else '[]' end as issued, case when (c.qty is not null) then array_to_json(case when (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) then i.ids[1:case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) else cardinality(i.ids) end] end) end as withdraws, ((not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) and case r.kind when 'voucher_value' then not (v.is_active and (v.end_date is null or v.end_date >= s.today))
      else c.wants_replacement and r.kind in ('voucher', 'voucher_code') end) as needs_voucher,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, ((not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) and (c.vouchers is not null) <> ((not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) and case r.kind when 'voucher_value' then not (v.is_active and (v.end_date is null or v.end_date >= s.today))
      else c.wants_replacement and r.kind in ('voucher', 'voucher_code') end)) as lacks, k.fingerprint is null as is_new,
    case
      when (coalesce(cardinality(coalesce(iv.open, iv.canceled)), 0) < 2) is not true then 'invoiceNumberIsOfOne'
      when (u.id is not null) is not true then 'redemptionExists'
      when (c.allowed_stores is null or r.store_id = any (c.allowed_stores)) is not true then 'redemptionIsCallers'
      when (((r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) or (c.may_cancel_old or extract(epoch from c.now - r.created_at) / 3600 < m.cashier_cancel_hours)) is not true then 'isRecentEnough'
      when (((r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) or (c.is_explained)) is not true then 'reasonIsGiven'
      when (((r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) or (not (not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false))) or i.spent <= case when ((c.line is not null or c.line_request_id is not null) and not (r.status = 'Canceled' or coalesce((c.line is not null or c.line_request_id is not null) and pl.qty = pl.canceled_qty, false)) and r.canceled_qty + coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) < ls.qty) then greatest(case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end - coalesce(c.qty, case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end), 0) else 0 end)) is not true then 'issuedAreUnspent'
      when (c.line is not null or coalesce(cardinality(ls.requested), 0) < 2) is not true then 'lineIsOnlyOne'
      when (not (c.line is not null or c.line_request_id is not null) or pl.line is not null) is not true then 'lineExists'
      when (not (c.line is not null or c.line_request_id is not null) or ls.count = 1 or not exists (select 1 from vouchers v
        where v.merchant_id = $1 and v.issued_by_redemption_id = r.id and v.issued_by_line is null)) is not true then 'vouchersNameLine'
      when (c.qty is null or c.qty <= case when r.status = 'Created' then pl.qty - pl.canceled_qty else 0 end) is not true then 'qtyIsLeft'
      when (c.qty is null or c.qty = pl.qty or pl.stamps_used % pl.qty = 0 and not exists (
        select 1 from rewards rw where rw.merchant_id = $1 and rw.id = pl.reward_id and rw.kind = 'flexible')) is not true then 'flexibleIsWhole' end as refused
  from calls c
  join merchants m on m.id = $1
  cross join lateral (
    select array_agg(x.id order by x.id) filter (where x.status = 'Created') as open,
      array_agg(x.id order by x.id) filter (where x.status = 'Canceled') as canceled
    from (
      select r.id, r.status, d.day, max(d.day) over () as newest
      from redemptions r join stores s on s.merchant_id = $1 and s.id = r.store_id
      cross join lateral (select (r.created_at at time zone s.timezone)::date as day,
        (c.now at time zone s.timezone)::date as today) d
      where r.merchant_id = $1 and r.invoice_number = c.invoice_number
        and r.created_at >= coalesce(c.business_day - interval '1 day', c.now - interval '9 days')
        and r.created_at <= coalesce(c.business_day + interval '3 days', c.now + interval '1 day')
        and case when c.business_day is null then d.day >= d.today - 7
          else d.day = c.business_day end
        and (c.allowed_stores is null or s.id = any (c.allowed_stores))
        and (c.store_id is null or s.id = c.store_id)
    ) x where x.day = x.newest) iv
  left join lateral (select r.* from redemptions r
    where r.merchant_id = $1 and r.id = coalesce(c.redemption, case
      when cardinality(iv.open) = 1 then iv.open[1]
      when iv.open is null and cardinality(iv.canceled) = 1 then iv.canceled[1] end) limit 1) r on true
  cross join lateral (select sum(l.qty)::int as qty, count(*)::int as count,
      array_agg(l.line order by l.line) filter (where l.request_id = c.line_request_id) as requested,
      json_agg(json_build_object('line', l.line, 'qty', l.qty, 'canceledQty', l.canceled_qty) order by l.line) as lines
    from redemption_lines l where l.merchant_id = $1 and l.redemption_id = r.id) ls
  left join lateral (select pl.* from redemption_lines pl
    where pl.merchant_id = $1 and pl.redemption_id = r.id
      and pl.line = coalesce(c.line, ls.requested[1])
      and (c.line_request_id is null or pl.request_id = c.line_request_id) limit 1) pl on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = r.customer_id and u.anonymized_at is null limit 1) u on true
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id limit 1) ms on true
  left join lateral (select lv.name from levels lv
    where lv.merchant_id = $1 and lv.level = ms.level limit 1) lv on true
  left join lateral (select (c.now at time zone s.timezone)::date as today from stores s
    where s.merchant_id = $1 and s.id = r.store_id limit 1) s on true
  left join lateral (select ln.* from redemption_lines ln
    where ln.merchant_id = $1 and ln.redemption_id = r.id and ln.line = 1 limit 1) ln on true
  left join lateral (select v.* from vouchers v where v.merchant_id = $1
    and v.id = ln.voucher_id limit 1) v on true
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = v.voucher_template_id limit 1) t on true
  left join lateral (select json_build_object('id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active, 'startDate', v.start_date, 'endDate', v.end_date, 'value', v.value::text, 'remainingValue', v.remaining_value::text, 'pictureUrl', t.picture_url, 'shortDescription', t.short_description, 'description', t.description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data, 'templateId', v.voucher_template_id) as replacement
    from vouchers v join voucher_templates t on t.merchant_id = $1 and t.id = v.voucher_template_id
    where v.merchant_id = $1 and v.replaces_redemption_id = r.id and r.status = 'Canceled'
      and v.is_active and v.redeemed_at is null limit 1) rp on true
  cross join lateral (select array_agg(v.id order by v.is_active desc, v.id desc) filter (where v.redeemed_at is null and not v.is_spent) as ids,
      array_agg(coalesce(v.remaining_value, 0) order by v.is_active desc, v.id desc) filter (where v.redeemed_at is null and not v.is_spent) as worths,
      count(*) filter (where v.is_spent) as spent,
      coalesce(json_agg(json_build_object('id', v.id, 'code', v.code, 'isSpent', v.is_spent,
        'isOpen', v.redeemed_at is null, 'isActive', v.is_active) order by v.id), '[]') as issued
    from (select v.*, ((v.redeemed_at is not null or coalesce(v.remaining_value <> v.value, false)) and coalesce((
      select bool_or(ru.status = 'Created') from redemption_lines u
      join redemptions ru on ru.merchant_id = $1 and ru.id = u.redemption_id
      where u.merchant_id = $1 and u.voucher_id = v.id), true)) as is_spent from vouchers v
      where v.merchant_id = $1 and v.issued_by_redemption_id = r.id and (c.line is null and c.line_request_id is null or coalesce(v.issued_by_line, 1) = pl.line)) v) i
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'redemptions.cancel' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'redemptions.cancel' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by customer_id order by n) as of_customer_id,
      row_number() over (partition by voucher_id order by n) as of_voucher_id,
      row_number() over (partition by promo_code_id order by n) as of_promo_code_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_customer_id = 1 or customer_id is null)
    and (of_voucher_id = 1 or voucher_id is null)
    and (of_promo_code_id = 1 or promo_code_id is null)
    and (of_key = 1 or key is null)
  order by customer_id
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.day, b.redemption_id, b.status, b.name, b.stamps_used, b.extra_data, b.value, b.promo_code_id, b.voucher_id, b.is_usable, b.today, b.issuer, b.issuing_line, b.issuing_sale, b.has_dated, b.canceled_qty, b.line, b.qty, b.cancel_id, b.is_open, b.stamps_back, b.becomes, b.stamps_returned, b.issued_ids, b.issued_worths, b.template_id, ms.stamps as held, ms.stamps_owed as owed
  from able b 
  cross join lateral (select r.* from redemptions r
    where r.merchant_id = $1 and r.id = b.redemption_id
      and r.status is not distinct from b.status
      and r.canceled_qty is not distinct from b.canceled_qty
    for no key update of r skip locked) r
  left join lateral (select pc.* from promo_codes pc
    where pc.merchant_id = $1 and pc.id = b.promo_code_id
    for no key update of pc skip locked) pc on true
  left join lateral (select card.* from vouchers card
    where card.merchant_id = $1 and card.id = b.voucher_id
      and (card.is_active and (card.end_date is null or card.end_date >= b.today)) is not distinct from b.is_usable
    for no key update of card skip locked) card on true
  cross join lateral (select count(*) as count
    from (select w.id from unnest(b.issued_ids) as w (id) order by w.id) w
    cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = w.id and v.redeemed_at is null
      and coalesce(v.remaining_value, 0) = (b.issued_worths)[array_position(b.issued_ids, w.id)]
    for no key update of v skip locked) v) v
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u
  left join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id
    for key share of t skip locked) t on true
  where (pc.merchant_id is not null or b.promo_code_id is null) and (card.merchant_id is not null or b.voucher_id is null) and v.count = coalesce(cardinality(b.issued_ids), 0) and (t.merchant_id is not null or b.template_id is null)
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'redemptions.cancel', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (select l.* from locked l where (l.key is null or l.key in (select key from owned))),
canceled as (
  update redemptions r set status = s.becomes, canceled_at = case when s.line is null then s.now end, canceled_by = case when s.line is null then c.actor end, stamps_returned = s.stamps_returned, canceled_qty = r.canceled_qty + case when s.line is null then 0 else s.qty end
  from changed s join calls c on c.n = s.n where r.merchant_id = $1 and r.id = s.redemption_id and s.is_open
  returning s.*),
line_change as (
  update redemption_lines l set canceled_qty = l.canceled_qty + s.qty
  from canceled s where l.merchant_id = $1 and l.redemption_id = s.redemption_id and l.line = s.line
  returning 1),
part as (insert into redemption_cancels as redemption_cancels (merchant_id, id, redemption_id, line, qty, stamps, reason, canceled_by, created_at) select $1, s.cancel_id, s.redemption_id, s.line, s.qty, s.stamps_back, c.reason, c.actor, s.now from canceled s join calls c on c.n = s.n where s.line is not null returning 1),
returned as (
  update memberships ms set stamps = ms.stamps + s.stamps_back - least(s.stamps_back, s.owed), stamps_owed = ms.stamps_owed - least(s.stamps_back, s.owed), entry_number = ms.entry_number + (s.stamps_back > 0)::int + (least(s.stamps_back, s.owed) > 0)::int, next_expiry_on = case when s.has_dated then least(ms.next_expiry_on, s.day)
      else ms.next_expiry_on end
  from canceled s where ms.merchant_id = $1 and ms.customer_id = s.customer_id
  returning s.*, ms.entry_number, least(s.stamps_back, s.owed) as paid),
stamp_entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'cancellation', s.redemption_id, s.stamps_back, s.entry_number - (s.paid > 0)::int, s.day, null::date,
    null::bigint, s.now
  from returned s where s.stamps_back > 0 and s.line is null
  union all
  select $1::bigint, s.customer_id, 'cancellation_debt', s.redemption_id, -s.paid, s.entry_number, s.day, null::date,
    s.redemption_id, s.now
  from returned s where s.paid > 0 and s.line is null
  union all
  select $1::bigint, s.customer_id, 'part_cancellation', s.cancel_id, s.stamps_back, s.entry_number - (s.paid > 0)::int, s.day, null::date,
    s.redemption_id, s.now
  from returned s where s.stamps_back > 0 and s.line is not null
  union all
  select $1::bigint, s.customer_id, 'part_cancellation_debt', s.cancel_id, -s.paid, s.entry_number, s.day, null::date,
    s.redemption_id, s.now
  from returned s where s.paid > 0 and s.line is not null
  returning e.customer_id),
debt as (
  insert into stamp_debts as sd (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select $1::bigint, s.customer_id, 'cancellation', s.redemption_id, case when s.line is null then -s.paid else 0 end, s.now
  from returned s where case when s.line is null then -s.paid else 0 end <> 0
  union all
  select $1::bigint, s.customer_id, 'part_cancellation', s.cancel_id, case when s.line is null then 0 else -s.paid end, s.now
  from returned s where case when s.line is null then 0 else -s.paid end <> 0
  returning sd.customer_id),
refilled as (
  update vouchers v set remaining_value = v.remaining_value + s.value, redeemed_at = null
  from canceled s where v.merchant_id = $1 and v.id = s.voucher_id and s.voucher_id is not null and s.is_usable
  returning v.id),
value_entry as (insert into voucher_value_entries as voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at) select $1, s.voucher_id, 'cancellation', s.redemption_id, s.value, s.now from canceled s where s.voucher_id is not null and s.is_usable returning 1),
withdrawn as (
  update vouchers v set is_active = false
  from canceled s where v.merchant_id = $1 and v.id = any (s.issued_ids)
  returning v.id),
code_use as (
  update promo_codes pc set uses = pc.uses - 1
  from canceled s where pc.merchant_id = $1 and pc.id = s.promo_code_id
  returning pc.id),
customer_use as (
  update promo_code_uses pu set uses = pu.uses - 1
  from canceled s where pu.merchant_id = $1 and pu.promo_code_id = s.promo_code_id and pu.customer_id = s.customer_id
  returning pu.customer_id),
review as (insert into replacement_reviews as replacement_reviews (merchant_id, redemption_id, reason, canceled_at) select $1, s.redemption_id, c.reason, s.now from canceled s join calls c on c.n = s.n where c.vouchers is not null returning 1),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'redemptions.cancel', c.actor, 'redemption ' || d.redemption_id, c.reason, json_strip_nulls(json_build_object('name', d.name, 'delta', nullif(d.stamps_back, 0),
      'line', d.line, 'qty', case when d.line is not null then d.qty end)),
    c.address, d.now
  from canceled d join calls c on c.n = d.n
  returning e.id),
event as (
  insert into security_events as e (merchant_id, id, what, result, actor, actor_name, subject, address,
    user_agent, created_at)
  select $1, c.audit_id, 'redemption-canceled', 'done', c.actor, coalesce(token.name, person.name),
    'redemption ' || d.redemption_id, c.address, left(c.user_agent, 160), d.now
  from canceled d join calls c on c.n = d.n
  left join lateral (select t.name from api_tokens t
    where t.merchant_id = $1 and t.id = c.token_id) token on true
  left join lateral (select u.name from staff_users u where u.id = c.staff_id) person on true
  returning e.id),
freed as (
  delete from idempotency_keys k using canceled s
  where k.merchant_id = $1 and k.redemption_id = s.redemption_id and s.line is null
  returning k.key),
new_vouchers as materialized (
  select c.n, 1::int as line, v.* from calls c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
    "templateId" bigint, "customerId" bigint, value numeric, "remainingValue" numeric, "startDate" date,
    "endDate" date)
),
issued as (
  insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, customer_id, value,
    remaining_value, start_date, end_date, replaces_redemption_id, issued_by_redemption_id, issued_by_line, issued_by_transaction_id, notes,
    created_at)
  select $1, i.id, i."templateId", i.code, upper(i.code), s.customer_id, i.value,
    i."remainingValue", i."startDate", i."endDate", s.redemption_id, s.issuer, s.issuing_line, s.issuing_sale, null, s.now
  from canceled s join new_vouchers i on i.n = s.n
  returning v.id, v.remaining_value, v.created_at
),
opened as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, i.id, 'opening', 0, i.remaining_value, i.created_at
  from issued i where i.remaining_value is not null
  returning e.voucher_id
),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('saving', case when s.is_open
      then json_build_object('replacement', c.vouchers -> 0) end, 'replacement', b.replacement, 'issued', b.issued, 'isOfLine', (c.line is not null or c.line_request_id is not null), 'withdraws', b.withdraws, 'lines', b.lines, 'line', s.line, 'qty', s.qty, 'redemption', json_build_object('id', s.redemption_id, 'name', s.name, 'stampsUsed', s.stamps_used, 'stampsReturned', s.stamps_returned, 'status', s.becomes, 'extraData', s.extra_data), 'customer', b.customer, 'membership', b.membership), 'changed', json_build_object('stamps', s.held + case when s.is_open then s.stamps_back - least(s.stamps_back, s.owed) else 0 end, 'stampsOwed', s.owed - case when s.is_open then least(s.stamps_back, s.owed) else 0 end)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'redemptions.cancel', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('underInvoice', b.under_invoice, 'redemption', b.redemption, 'store', b.store, 'customer', b.customer, 'membership', b.membership, 'voucher', b.voucher, 'template', b.template, 'replacement', b.replacement, 'lines', b.lines, 'left', b.left, 'age', b.age, 'issued', b.issued, 'withdraws', b.withdraws, 'needsVoucher', b.needs_voucher, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
