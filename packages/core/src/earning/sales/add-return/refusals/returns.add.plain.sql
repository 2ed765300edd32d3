with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as return_store, $6::text as return_invoice_number, $7::text as returned_at, $8::text as digest, $9::json as after, $10::bigint as adds, $11::boolean as keep_issued, $12::bigint as transaction, $13::text::bigint[] as allowed_stores, $14::bigint as level_change, $15::bigint as replayed, $16::int as replayed_to, $17::bigint as modification, $18::json as asked, $19::text::numeric as total, $20::text::numeric as subtotal, $21::text::numeric as spending, $22::bigint as stamps_earned, $23::json as items, $24::json as payments, $25::bigint as takes, $26::text as computed_from, $27::json as before, $28::boolean as may_cancel_old, $29::boolean as is_explained, $30::bigint as audit_id, $31::text as actor, $32::text as subject, $33::text as reason, $34::text as address, $35::json as others, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, rd.day as return_day, coalesce(c.returned_at::timestamptz, c.now) as returned_at, c.adds as adds, ((c.now at time zone m.timezone)::date + m.stamps_valid_days) as expires_on, coalesce(x.customer_id, -x.id) as whose, x.id as sale_id, x.status as status, x.version as version, x.invoice_number as invoice_number, x.customer_id as customer_id, (u.anonymized_at is null) as is_named, (c.now at time zone m.timezone)::date as day, ms.entry_number as seen_entry, ms.level as level_before, ms.level_until as until_before, case when not (x.status = 'Canceled') then fall.level end as fallen_to, fall.name as fallen_name, fall.until as fallen_until, taken.stamps as takes, back.regained as regained, case when m.spent_stamps_on_return = 'owe' then back.due - taken.stamps else 0 end as owes, case when m.spent_stamps_on_return = 'zero' then back.due - taken.stamps else 0 end as let_go, c.modification as modification, case when (c.total = 0 and not c.keep_issued) then i.ids[1:cardinality(i.ids)] end as issued_ids, i.worths as issued_worths, case when rr.id is not null then json_build_object('id', rr.id, 'outcome', rr.outcome) end as recorded, (rr.digest is not null and rr.digest = c.digest) as is_same, (c.now at time zone s.timezone)::date as store_day, case when x.id is not null then json_build_object('id', x.id, 'status', x.status, 'total', x.total::text, 'discount', x.discount::text, 'people', x.people, 'stampsEarned', x.stamps_earned, 'stampsPaidOff', x.stamps_paid_off) end as sale, x.store_id as store_of_sale, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, own.returnable as returnable, back.due as due, ms.stamps + back.regained as spendable, case when expired.has_expired then (select coalesce(sum(d.stamps_owed + d.stamps_let_go), 0)::int from transaction_modifications d
      where d.merchant_id = $1 and d.transaction_id = x.id) else 0 end as spent_before, json_build_object('total', x.total::text, 'originalTotal', (x.total - less.total)::text, 'subtotal', x.subtotal::text, 'spending', x.spending::text, 'stampsEarned', x.stamps_earned, 'stampsSent', x.stamps_sent, 'rule', x.rule, 'multiplier', x.multiplier::text, 'earnLimit', x.earn_limit, 'programme', x.programme, 'items', coalesce(item.list, '[]'::json), 'payments', coalesce(payment.list, '[]'::json)) as content, ms.entry_number as entry_number, x.version as sale_version, fr.before as root, json_build_object('ageHours', extract(epoch from c.now - x.created_at) / 3600, 'cashierCancelHours', m.cashier_cancel_hours) as age, case when (c.total = 0 and not c.keep_issued) then i.issued else '[]' end as issued, (rr.digest is not null and rr.digest = c.digest) as is_repeated,
    null::json as kept, x.status <> 'Canceled' and ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, (c.replayed_to is distinct from ms.entry_number or not (c.computed_from is not distinct from x.version)) as lacks, true as is_new,
    case
      when (rr.id is null or (rr.digest is not null and rr.digest = c.digest)) is not true then 'returnIsNew'
      when (((rr.digest is not null and rr.digest = c.digest)) or (x.id is not null)) is not true then 'saleExists'
      when (((rr.digest is not null and rr.digest = c.digest)) or (c.allowed_stores is null or x.store_id = any (c.allowed_stores))) is not true then 'saleIsCallers'
      when (((rr.digest is not null and rr.digest = c.digest)) or (not (x.status = 'Canceled'))) is not true then 'saleIsNotCanceled'
      when (((rr.digest is not null and rr.digest = c.digest)) or (coalesce(c.returned_at::timestamptz, c.now) <= c.now + interval '1 day' and (c.returned_at is null or coalesce(c.returned_at::timestamptz, c.now) >= x.sold_at))) is not true then 'returnIsTimely'
      when (((rr.digest is not null and rr.digest = c.digest)) or (c.may_cancel_old or extract(epoch from c.now - x.created_at) / 3600 < m.cashier_cancel_hours)) is not true then 'isRecentEnough'
      when (((rr.digest is not null and rr.digest = c.digest)) or (c.is_explained)) is not true then 'reasonIsGiven'
      when ((((c.replayed_to is distinct from ms.entry_number or not (c.computed_from is not distinct from x.version)) or (rr.digest is not null and rr.digest = c.digest))) or (not (c.total = 0 and not c.keep_issued) or i.spent <= 0)) is not true then 'issuedAreUnspent'
      when ((((c.replayed_to is distinct from ms.entry_number or not (c.computed_from is not distinct from x.version)) or (rr.digest is not null and rr.digest = c.digest))) or (taken.stamps is null or coalesce(ms.stamps, 0) + back.regained >= taken.stamps)) is not true then 'stampsAreLeft' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select s.timezone from stores s where s.merchant_id = $1
    and s.id = c.return_store limit 1) s on true
  cross join lateral (select (coalesce(c.returned_at::timestamptz, c.now) at time zone s.timezone)::date as day) rd
  left join lateral (select rr.* from transaction_modifications rr where rr.merchant_id = $1
    and rr.return_invoice_number = c.return_invoice_number and rr.business_day = rd.day
    and rr.return_store_id = c.return_store limit 1) rr on true
  left join lateral (select x.*, x.xmin::text as version from transactions x
    where x.merchant_id = $1 and x.id = coalesce(rr.transaction_id, c.transaction)) x on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = x.customer_id) u on true
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = u.id) ms on true
  left join lateral (select lv.name from levels lv
    where lv.merchant_id = $1 and lv.level = ms.level) lv on true
  left join lateral (select exists (select 1 from stamp_entries e
      join stamp_entries g on g.merchant_id = $1 and g.customer_id = u.id
        and g.cause = 'earning' and g.cause_id = x.id
      where e.merchant_id = $1 and e.customer_id = u.id and e.cause = 'expiry'
        and e.number > g.number) as has_expired offset 0) expired on true
  cross join lateral (select case when (x.status = 'Canceled') then 0 when x.customer_id is null then null when not expired.has_expired then x.stamps_earned
      when c.replayed_to = ms.entry_number then c.replayed end as returnable) own
  cross join lateral (select c.takes as due, 0 as regained offset 0) back
  cross join lateral (select case when m.spent_stamps_on_return = 'refuse' then back.due
      else least(back.due, ms.stamps + back.regained) end as stamps) taken
  left join lateral (
    with changes as (
      select lc.*, row_number() over (order by lc.created_at, lc.id) as place
      from level_changes lc where lc.merchant_id = $1 and lc.customer_id = u.id
    ),
    raises as (
      select r.*, t.business_day, r.cause_id <> x.id and t.status = 'Created' and not exists (
        select 1 from transaction_modifications d
        where d.merchant_id = $1 and d.transaction_id = r.cause_id) as stands
      from changes r join transactions t on t.merchant_id = $1 and t.id = r.cause_id
      where r.cause = 'sale' and not exists (
        select 1 from changes d where d.cause in ('hand', 'ended') and d.place > r.place)
    ),
    base as (select r.level_before as level, r.until_before as until, 0 as place, false as stands
      from raises r order by r.place limit 1),
    candidates as (
      select * from base
      union all
      select r.level_after, r.until, r.place, true from raises r where r.stands
      union all
      select o.level, (greatest((r.created_at at time zone m.timezone)::date, r.business_day) + make_interval(months => o.keep_months))::date, r.place, false
      from raises r cross join base b
      join levels o on o.merchant_id = $1 and o.level > b.level and o.level <= r.level_after
      where not r.stands
        and o.spending_to_reach <= case when x.business_day > (greatest((r.created_at at time zone m.timezone)::date, r.business_day) - make_interval(months => o.keep_months))::date and x.business_day <= greatest((r.created_at at time zone m.timezone)::date, r.business_day) then c.spending else 0 end
      + (select coalesce(sum(t.spending), 0) from transactions t
        where t.merchant_id = $1 and t.customer_id = u.id and t.status = 'Created'
          and t.id is distinct from x.id and t.business_day > (greatest((r.created_at at time zone m.timezone)::date, r.business_day) - make_interval(months => o.keep_months))::date and t.business_day <= greatest((r.created_at at time zone m.timezone)::date, r.business_day))
    )
    select d.level, f.name, d.until from candidates d
    join levels f on f.merchant_id = $1 and f.level = d.level
    where exists (select 1 from raises r where r.cause_id = x.id)
    order by d.level desc, d.stands desc, d.place limit 1) fall on fall.level < ms.level
  left join lateral (select json_agg(json_build_object('line', i.line, 'product', i.product,
      'quantity', i.quantity::text, 'subtotal', i.subtotal::text, 'stamps', i.stamps,
      'isEligible', i.is_eligible) order by i.line) as list
    from transaction_items i where i.merchant_id = $1 and i.transaction_id = x.id) item on true
  left join lateral (select json_agg(json_build_object('line', p.line, 'method', p.method,
      'value', p.value::text, 'earned', p.earned, 'countsForLevels', p.counts_for_levels)
      order by p.line) as list
    from transaction_payments p where p.merchant_id = $1 and p.transaction_id = x.id) payment on true
  left join lateral (select coalesce(sum(d.total), 0) as total
    from transaction_modifications d where d.merchant_id = $1 and d.transaction_id = x.id) less on true
  left join lateral (select fr.before from transaction_modifications fr where fr.merchant_id = $1
    and fr.transaction_id = x.id and fr.before is not null
    order by fr.id limit 1) fr on true
  cross join lateral (select array_agg(v.id order by v.is_active desc, v.id desc) filter (where v.redeemed_at is null and not v.is_spent) as ids,
      array_agg(coalesce(v.remaining_value, 0) order by v.is_active desc, v.id desc) filter (where v.redeemed_at is null and not v.is_spent) as worths,
      count(*) filter (where v.is_spent) as spent,
      coalesce(json_agg(json_build_object('id', v.id, 'code', v.code, 'isSpent', v.is_spent,
        'isOpen', v.redeemed_at is null, 'isActive', v.is_active) order by v.id), '[]') as issued
    from (select v.*, ((v.redeemed_at is not null or coalesce(v.remaining_value <> v.value, false)) and coalesce((
      select bool_or(ru.status = 'Created') from redemption_lines u
      join redemptions ru on ru.merchant_id = $1 and ru.id = u.redemption_id
      where u.merchant_id = $1 and u.voucher_id = v.id), true)) as is_spent from vouchers v
      where v.merchant_id = $1 and v.issued_by_transaction_id = x.id) v) i
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new and is_repeated is not true
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.return_day, b.returned_at, b.adds, b.expires_on, b.whose, b.sale_id, b.status, b.version, b.invoice_number, b.customer_id, b.is_named, b.day, b.seen_entry, b.level_before, b.until_before, b.fallen_to, b.fallen_name, b.fallen_until, b.takes, b.regained, b.owes, b.let_go, b.modification, b.issued_ids, b.issued_worths, ms.stamps as held, ms.stamps_owed as owed
  from able b 
  cross join lateral (select x.* from transactions x
    where x.merchant_id = $1 and x.id = b.sale_id
      and x.xmin::text is not distinct from b.version
    for no key update of x skip locked) x
  cross join lateral (select count(*) as count
    from (select w.id from unnest(b.issued_ids) as w (id) order by w.id) w
    cross join lateral (select v.* from vouchers v
    where v.merchant_id = $1 and v.id = w.id and v.redeemed_at is null
      and coalesce(v.remaining_value, 0) = (b.issued_worths)[array_position(b.issued_ids, w.id)]
    for no key update of v skip locked) v) v
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number is not distinct from b.seen_entry
      and ms.level is not distinct from b.level_before
      and ms.level_until is not distinct from b.until_before
      and (b.takes is null or coalesce(ms.stamps, 0) + b.regained >= b.takes)
      and (b.status <> 'Canceled' and ms.next_expiry_on < b.day) is not true
    for no key update of ms skip locked) ms on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id
      and (u.anonymized_at is null) is not distinct from b.is_named
    for key share of u skip locked) u on true
  where v.count = coalesce(cardinality(b.issued_ids), 0) and (ms.merchant_id is not null or b.customer_id is null) and (u.merchant_id is not null or b.customer_id is null)
),
changed as (
  update transactions x set total = c.total, subtotal = c.subtotal, spending = c.spending, stamps_earned = c.stamps_earned
  from locked l join calls c on c.n = l.n where x.merchant_id = $1 and x.id = l.sale_id and true
  returning l.*),
item as (
  update transaction_items t set quantity = i.quantity, subtotal = i.subtotal, stamps = i.stamps
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.items) as i (line int, quantity numeric, subtotal numeric,
  stamps bigint)
  where t.merchant_id = $1 and t.transaction_id = s.sale_id and t.line = i.line
  returning t.line),
payment as (
  update transaction_payments t set value = p.value
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.payments) as p (line int, value numeric)
  where t.merchant_id = $1 and t.transaction_id = s.sale_id and t.line = p.line
  returning t.line),
entered as (
  insert into transaction_modifications as d (merchant_id, id, transaction_id, total, subtotal, items,
    stamps, stamps_owed, stamps_let_go, before, return_store_id, return_invoice_number, business_day,
    returned_at, digest, outcome, created_at, created_by)
  select $1, s.modification, s.sale_id, (c.asked->>'total')::numeric,
    coalesce((c.asked->>'subtotal')::numeric, 0), c.asked->'items', s.adds - c.takes, s.owes, s.let_go, c.before, c.return_store, c.return_invoice_number,
    s.return_day, s.returned_at, c.digest, json_build_object('id', s.modification, 'createdAt', s.now, 'returnInvoiceNumber', c.return_invoice_number, 'total', (c.asked->>'total'), 'subtotal', (c.asked->>'subtotal'), 'stampsNamed', (c.asked->>'stamps')::bigint, 'stamps', (c.before->>'stampsEarned')::bigint - c.stamps_earned, 'taken', s.takes, 'owed', s.owes, 'letGo', s.let_go, 'root', coalesce(b.root, c.before), 'original', c.before, 'modified', c.after, 'issued', b.issued, 'others', c.others), s.now, c.actor
  from changed s join calls c on c.n = s.n join seen b on b.n = s.n
  order by c.return_invoice_number, s.return_day, c.return_store
  returning d.id),
withdrawn as (
  update vouchers v set is_active = false
  from changed s where v.merchant_id = $1 and v.id = any (s.issued_ids)
  returning v.id),
returned as (
  update memberships ms set stamps = ms.stamps + s.regained - s.takes + s.adds, next_expiry_on = case when s.adds > 0 then least(ms.next_expiry_on, s.expires_on)
      else ms.next_expiry_on end, stamps_owed = ms.stamps_owed + s.regained + s.owes, entry_number = ms.entry_number + case when s.regained > 0 then 2 else 1 end, level = coalesce(s.fallen_to, ms.level), level_until = case when s.fallen_to is null then ms.level_until else s.fallen_until end
  from changed s where ms.merchant_id = $1 and ms.customer_id = s.customer_id
  returning s.*, ms.entry_number, ms.level as level_after, ms.level_until as until),
level_change as (insert into level_changes as x (merchant_id, id, customer_id, level_before, level_after, until,
    until_before, cause, cause_id, created_at, created_by)
  select $1, c.level_change, r.customer_id, r.level_before, r.level_after, r.until, r.until_before,
    'modification', r.sale_id, r.now, c.actor
  from returned r join calls c on c.n = r.n
  where r.level_after <> r.level_before
  returning x.id),
stamp_entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'earning_debt_canceled', s.sale_id, s.regained, s.entry_number - 1, s.day, null::date,
    s.sale_id, s.now
  from returned s where s.regained > 0
  union all
  select $1::bigint, s.customer_id, 'earning_modification', s.modification, -s.takes, s.entry_number, s.day, null::date,
    s.sale_id, s.now
  from returned s where s.takes > 0
  union all
  select $1::bigint, s.customer_id, 'earning_addition', s.modification, s.adds, s.entry_number, s.day, s.expires_on,
    s.sale_id, s.now
  from returned s where s.adds > 0
  returning e.customer_id),
debt as (
  insert into stamp_debts as sd (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select $1::bigint, s.customer_id, 'earning_canceled', s.sale_id, s.regained, s.now
  from returned s where s.regained <> 0
  union all
  select $1::bigint, s.customer_id, 'return', s.modification, s.owes, s.now
  from returned s where s.owes <> 0
  returning sd.customer_id),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'returns.add', c.actor, c.subject, c.reason, json_build_object('name', d.invoice_number, 'delta', d.adds - d.takes),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('returned', json_build_object('id', s.modification, 'createdAt', s.now, 'returnInvoiceNumber', c.return_invoice_number, 'total', (c.asked->>'total'), 'subtotal', (c.asked->>'subtotal'), 'stampsNamed', (c.asked->>'stamps')::bigint, 'stamps', (c.before->>'stampsEarned')::bigint - c.stamps_earned, 'taken', s.takes, 'owed', s.owes, 'letGo', s.let_go, 'root', coalesce(b.root, c.before), 'original', c.before, 'modified', c.after, 'issued', b.issued, 'others', c.others), 'sale', (b.sale::jsonb || jsonb_build_object('total', c.total::text,
        'stampsEarned', c.stamps_earned))::json, 'customer', b.customer, 'membership', b.membership), 'changed', json_build_object('stamps', s.held + s.regained - s.takes + s.adds, 'stampsOwed', s.owed + s.regained + s.owes, 'level', coalesce(s.fallen_to, s.level_before), 'levelName', case when s.fallen_to is null then b.membership->>'levelName' else s.fallen_name end)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('recorded', b.recorded, 'isSame', b.is_same, 'storeDay', b.store_day, 'sale', b.sale, 'storeOfSale', b.store_of_sale, 'customer', b.customer, 'membership', b.membership, 'returnable', b.returnable, 'due', b.due, 'spendable', b.spendable, 'spentBefore', b.spent_before, 'content', b.content, 'entryNumber', b.entry_number, 'saleVersion', b.sale_version, 'root', b.root, 'age', b.age, 'issued', b.issued, 'isRepeated', b.is_repeated, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
