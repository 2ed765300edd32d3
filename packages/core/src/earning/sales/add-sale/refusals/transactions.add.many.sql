with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, store_id bigint, store_code text, allowed_stores bigint[], email text, member_id text, mobile_number text, first_id bigint, customer bigint, invoice_number text, sold_at text, digest text, replace_canceled boolean, has_user boolean, stamps_sent bigint, total numeric, subtotal numeric, payments json, other_amount numeric, own_amount numeric, own_stamps bigint, transaction bigint, level_change bigint, discount numeric, service_charge numeric, tax numeric, people int, channel int, type int, employee_code text, extra_data json, items json, spending numeric, rest_of text, actor text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, s.id as store_id, s.today as today, u.id as customer_id, (c.now at time zone m.timezone)::date as day, case when not (x.status = 'Canceled') then x.id end as existing_id, case when x.status = 'Canceled' then x.id end as replaced_id, x.version as version, x.superseded_by_id as superseded_by, sale.day as sale_day, sale.sold_at as sold_at, s.id || ' ' || sale.day || ' ' || c.invoice_number as invoice, coalesce(case when x.status <> 'Canceled' then x.id end, c.transaction) as sale_id, ms.entry_number as seen_entry, ms.level as level_before, (ms.status = 100 and not ms.is_blocked) as is_member, u.is_active as is_active, e.stamps as stamps, least(e.stamps, ms.stamps_owed) as paid, e.most as most, case when e.is_pos then 'pos' else 'amount' end as rule, l.earn_multiplier as multiplier, raise.level as raised_to, raise.name as raised_name, raise.until as raised_until, json_build_object('earnAmount', m.earn_amount::text,
      'earnStamps', m.earn_stamps, 'earnOn', m.earn_on,
      'mostPerTransaction', m.earn_max_per_transaction, 'mostPerDay', m.earn_max_per_day,
      'acceptsStampsFromPos', m.accept_stamps_from_pos) as programme, ((c.now at time zone m.timezone)::date + m.stamps_valid_days) as expires_on, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, case when u.id is not null then json_build_object('id', u.id, 'memberId', u.member_id, 'name', u.name, 'gender', u.gender, 'address', u.address, 'isActive', u.is_active, 'email', u.email, 'mobileNumber', u.mobile_number, 'pictureUrl', u.picture_url, 'birthday', u.birthday) end as customer, case when ms.customer_id is not null then json_build_object('level', ms.level, 'levelName', lv.name, 'stamps', ms.stamps, 'stampsOwed', ms.stamps_owed, 'balance', ms.balance::text, 'status', ms.status, 'tags', ms.tags, 'referralCode', ms.referral_code, 'startDate', ms.start_date, 'createdOn', (ms.created_at at time zone m.timezone)::date, 'isBlocked', ms.is_blocked, 'needsName', not (u.registration_status = 'Full' or m.partial_may_redeem)) end as membership, case when x.id is not null then json_build_object('id', x.id, 'status', x.status, 'total', x.total::text, 'discount', x.discount::text, 'people', x.people, 'stampsEarned', x.stamps_earned, 'stampsPaidOff', x.stamps_paid_off) end as existing, (case when (x.status = 'Open' and c.has_user and x.digest = c.digest) and c.rest_of is distinct from x.version
      then exists (select 1 from transaction_modifications md where md.merchant_id = $1
      and md.transaction_id = x.id) else false end) as lacks_rest, x.version as open_version, (not (x.status = 'Canceled') and x.digest = c.digest and (not c.has_user
      or (x.customer_id is not distinct from u.id and x.stamps_sent is not distinct from c.stamps_sent))) as is_repeated,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, ms.next_expiry_on < (c.now at time zone m.timezone)::date as is_due, (case when (x.status = 'Open' and c.has_user and x.digest = c.digest) and c.rest_of is distinct from x.version
      then exists (select 1 from transaction_modifications md where md.merchant_id = $1
      and md.transaction_id = x.id) else false end) as lacks, k.fingerprint is null as is_new,
    case
      when (s.id is not null) is not true then 'storeExists'
      when (c.allowed_stores is null or s.id = any (c.allowed_stores)) is not true then 'storeIsCallers'
      when (s.is_active) is not true then 'storeIsActive'
      when (c.sold_at is null or c.sold_at::timestamptz
      between c.now - interval '1 year' and c.now + interval '1 day') is not true then 'saleIsTimely'
      when ((not c.has_user) or (ms.customer_id is not null)) is not true then 'memberExists'
      when (x.status is distinct from 'Canceled' or c.replace_canceled) is not true then 'canceledMayBeReplaced'
      when (x.id is null or x.status = 'Canceled' or (not (x.status = 'Canceled') and x.digest = c.digest and (not c.has_user
      or (x.customer_id is not distinct from u.id and x.stamps_sent is not distinct from c.stamps_sent))) or (x.status = 'Open' and c.has_user and x.digest = c.digest)) is not true then 'invoiceIsNew' end as refused
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
  cross join lateral (select (coalesce(c.sold_at::timestamptz, c.now) at time zone s.timezone)::date as asked) d
  left join lateral (select t.*, t.xmin::text as version from transactions t where t.merchant_id = $1
      and t.invoice_number = c.invoice_number and t.store_id = s.id
      and t.superseded_by_id is null and t.business_day between d.asked - 1 and d.asked + 1
      and (t.business_day = d.asked or (c.sold_at is null
        and t.sold_at > c.now - interval '24 hours' and t.sold_at < c.now + interval '24 hours'))
    order by t.business_day = d.asked desc, t.business_day limit 1) x on true
  cross join lateral (select case when not (x.status = 'Canceled') then x.business_day else d.asked end as day,
      case when not (x.status = 'Canceled') then x.sold_at else coalesce(c.sold_at::timestamptz, c.now) end as sold_at) sale
  left join lateral (select l.earn_multiplier from levels l where l.merchant_id = $1
    and l.level = ms.level limit 1) l on true
  cross join lateral (select coalesce(sum(p.value) filter (where not pm.earns), 0) as amount
    from json_to_recordset(c.payments) as p (line int, method text, method_key text,
      value numeric, counts_for_levels boolean)
    left join lateral (select pm.earns from payment_methods pm
      where pm.merchant_id = $1 and pm.code_key = p.method_key limit 1) pm on true) unpaid
  left join lateral (select sum(t.stamps_earned) as stamps from transactions t
    where m.earn_max_per_day is not null and t.merchant_id = $1 and t.customer_id = (select u.id)
      and t.business_day = (select sale.day) and t.status = 'Created') earned on true
  cross join lateral (select
      case when u.is_active and ms.status = 100 and not ms.is_blocked then greatest(0, least(1000000, m.earn_max_per_transaction,
        m.earn_max_per_day - coalesce(earned.stamps, 0))) else 0 end as most,
      m.accept_stamps_from_pos and c.stamps_sent is not null as is_pos,
      greatest(0, case m.earn_on when 'subtotal' then coalesce(c.subtotal, c.total) else c.total end
        - greatest(c.other_amount, unpaid.amount) - c.own_amount) as base) part
  cross join lateral (select part.most::bigint as most, part.is_pos, least(part.most,
      case when part.is_pos then c.stamps_sent
        else trunc((coalesce(div(part.base, m.earn_amount) * m.earn_stamps, 0) + c.own_stamps)
          * l.earn_multiplier) end)::bigint as stamps) e
  left join lateral (select o.level, o.name, (greatest((c.now at time zone m.timezone)::date, sale.day) + make_interval(months => o.keep_months))::date as until from levels o
    where o.merchant_id = $1 and o.level > ms.level and u.is_active and ms.status = 100 and not ms.is_blocked and o.spending_to_reach <= case when sale.day > (greatest((c.now at time zone m.timezone)::date, sale.day) - make_interval(months => o.keep_months))::date and sale.day <= greatest((c.now at time zone m.timezone)::date, sale.day) then c.spending else 0 end
      + (select coalesce(sum(t.spending), 0) from transactions t
        where t.merchant_id = $1 and t.customer_id = u.id and t.status = 'Created'
          and t.id is distinct from x.id and t.business_day > (greatest((c.now at time zone m.timezone)::date, sale.day) - make_interval(months => o.keep_months))::date and t.business_day <= greatest((c.now at time zone m.timezone)::date, sale.day))
    order by o.level desc limit 1) raise on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'transactions.add' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'transactions.add' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by customer_id order by n) as of_customer_id,
      row_number() over (partition by invoice order by n) as of_invoice,
      row_number() over (partition by replaced_id order by n) as of_replaced_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new and is_repeated is not true) ranked
  where (of_customer_id = 1 or customer_id is null)
    and (of_invoice = 1 or invoice is null)
    and (of_replaced_id = 1 or replaced_id is null)
    and (of_key = 1 or key is null)
  order by customer_id
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.today, b.customer_id, b.day, b.existing_id, b.replaced_id, b.version, b.superseded_by, b.sale_day, b.sold_at, b.invoice, b.sale_id, b.seen_entry, b.level_before, b.is_member, b.is_active, b.stamps, b.paid, b.most, b.rule, b.multiplier, b.raised_to, b.raised_name, b.raised_until, b.programme, b.expires_on, ms.stamps as held, ms.stamps_owed as owed, ms.balance as balance, ms.level_until as until_before
  from able b 
  left join lateral (select x.* from transactions x
    where x.merchant_id = $1 and x.id = b.existing_id
      and x.xmin::text is not distinct from b.version
    for no key update of x skip locked) x on true
  left join lateral (select r.* from transactions r
    where r.merchant_id = $1 and r.id = b.replaced_id
      and r.superseded_by_id is not distinct from b.superseded_by
    for update of r skip locked) r on true
  left join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
      and ms.entry_number is not distinct from b.seen_entry
      and ms.level is not distinct from b.level_before
      and (ms.status = 100 and not ms.is_blocked) is not distinct from b.is_member
      and (ms.next_expiry_on < b.day) is not true
    for no key update of ms skip locked) ms on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
      and u.is_active is not distinct from b.is_active
    for key share of u skip locked) u on true
  where (x.merchant_id is not null or b.existing_id is null) and (r.merchant_id is not null or b.replaced_id is null) and (ms.merchant_id is not null or b.customer_id is null) and (u.merchant_id is not null or b.customer_id is null)
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'transactions.add', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (select l.* from locked l where (l.key is null or l.key in (select key from owned))),
superseded as (
  update transactions r set superseded_by_id = s.sale_id
  from changed s where r.merchant_id = $1 and r.id = s.replaced_id
  returning r.id),
inserted as (insert into transactions as transactions (merchant_id, id, store_id, customer_id, invoice_number, business_day, sold_at, total, subtotal, discount, service_charge, tax, people, channel, type, employee_code, extra_data, status, stamps_earned, stamps_paid_off, stamps_sent, rule, multiplier, earn_limit, programme, spending, digest, created_at, created_by) select $1, s.sale_id, s.store_id, s.customer_id, c.invoice_number, s.sale_day, s.sold_at, c.total, c.subtotal, c.discount, c.service_charge, c.tax, c.people, c.channel, c.type, c.employee_code, c.extra_data, case when s.customer_id is null then 'Open' else 'Created' end, case when s.customer_id is null then 0 else s.stamps end, coalesce(s.paid, 0), c.stamps_sent, case when s.customer_id is not null then s.rule end, case when s.customer_id is not null then s.multiplier end, case when s.customer_id is not null then s.most end, case when s.customer_id is not null then s.programme end, c.spending, c.digest, s.now, c.actor from changed s join calls c on c.n = s.n where s.existing_id is null and (select count(*) from superseded) >= 0
  order by c.invoice_number, s.sale_day, s.store_id returning 1),
claimed as (
  update transactions x set customer_id = s.customer_id, status = case when s.customer_id is null then 'Open' else 'Created' end, stamps_earned = case when s.customer_id is null then 0 else s.stamps end, stamps_paid_off = coalesce(s.paid, 0), stamps_sent = c.stamps_sent, rule = case when s.customer_id is not null then s.rule end, multiplier = case when s.customer_id is not null then s.multiplier end, earn_limit = case when s.customer_id is not null then s.most end, programme = case when s.customer_id is not null then s.programme end
  from changed s join calls c on c.n = s.n where x.merchant_id = $1 and x.id = s.existing_id
  returning x.id),
item as (
  insert into transaction_items as i (merchant_id, transaction_id, line, product, quantity, subtotal,
    stamps, is_eligible, extra_data)
  select $1, s.sale_id, i.line, i.product, i.quantity, i.subtotal, i.stamps, i.is_eligible, i.extra_data
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.items) as i (line int, product text, quantity numeric,
    subtotal numeric, stamps bigint, is_eligible boolean, extra_data json)
  where s.existing_id is null
  returning i.line),
payment as (
  insert into transaction_payments as t (merchant_id, transaction_id, line, method, value, earned,
    counts_for_levels)
  select $1, s.sale_id, p.line, p.method, p.value, coalesce(pm.earns, true), p.counts_for_levels
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.payments) as p (line int, method text, method_key text,
      value numeric, counts_for_levels boolean)
  left join lateral (select pm.earns from payment_methods pm
      where pm.merchant_id = $1 and pm.code_key = p.method_key) pm on true
  where s.existing_id is null
  returning t.line),
claimed_payment as (
  update transaction_payments t set earned = coalesce(pm.earns, true)
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.payments) as p (line int, method text, method_key text,
      value numeric, counts_for_levels boolean)
  left join lateral (select pm.earns from payment_methods pm
      where pm.merchant_id = $1 and pm.code_key = p.method_key) pm on true
  where t.merchant_id = $1 and t.transaction_id = s.existing_id and t.line = p.line
    and t.earned <> coalesce(pm.earns, true)
  returning t.line),
rewarded as (
  update memberships ms set stamps = ms.stamps + s.stamps - s.paid, stamps_owed = ms.stamps_owed - s.paid, entry_number = ms.entry_number + case when s.paid > 0 then 2 else 1 end, next_expiry_on = case when s.stamps > 0 then least(ms.next_expiry_on, s.expires_on)
      else ms.next_expiry_on end, level = coalesce(s.raised_to, ms.level), level_until = case when s.raised_to is null then ms.level_until else s.raised_until end
  from changed s where ms.merchant_id = $1 and ms.customer_id = s.customer_id
  returning s.*, ms.entry_number, ms.level as level_after, ms.level_until as until),
level_change as (insert into level_changes as x (merchant_id, id, customer_id, level_before, level_after, until,
    until_before, cause, cause_id, created_at, created_by)
  select $1, c.level_change, r.customer_id, r.level_before, r.level_after, r.until, r.until_before,
    'sale', r.sale_id, r.now, c.actor
  from rewarded r join calls c on c.n = r.n
  where r.level_after <> r.level_before
  returning x.id),
entry as (
  insert into stamp_entries as e (merchant_id, customer_id, cause, cause_id, delta, number, day,
    expires_on, reversed_id, created_at)
  select $1::bigint, s.customer_id, 'earning', s.sale_id, s.stamps, s.entry_number - (s.paid > 0)::int, s.day, s.expires_on,
    null::bigint, s.now
  from rewarded s where s.stamps > 0
  union all
  select $1::bigint, s.customer_id, 'earning_debt', s.sale_id, -s.paid, s.entry_number, s.day, null::date,
    s.sale_id, s.now
  from rewarded s where s.paid > 0
  returning e.customer_id),
debt as (
  insert into stamp_debts as sd (merchant_id, customer_id, cause, cause_id, delta, created_at)
  select $1::bigint, s.customer_id, 'earning', s.sale_id, -s.paid, s.now
  from rewarded s where -s.paid <> 0
  returning sd.customer_id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('sale', json_build_object('id', s.sale_id, 'status', case when s.customer_id is null then 'Open' else 'Created' end, 'total', c.total::text, 'discount', c.discount::text, 'people', c.people, 'stampsEarned', case when s.customer_id is null then 0 else s.stamps end, 'stampsPaidOff', coalesce(s.paid, 0)), 'customer', b.customer, 'membership', b.membership), 'changed', case when s.customer_id is null then json_build_object()
    else json_build_object('stamps', s.held + s.stamps - s.paid,
      'stampsOwed', s.owed - s.paid, 'balance', s.balance::text,
      'level', coalesce(s.raised_to, s.level_before),
      'levelName', coalesce(s.raised_name, b.membership->>'levelName')) end) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'transactions.add', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'membership', b.membership, 'existing', b.existing, 'lacksRest', b.lacks_rest, 'openVersion', b.open_version, 'isRepeated', b.is_repeated, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
