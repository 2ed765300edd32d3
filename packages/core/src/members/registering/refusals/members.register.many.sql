with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, birthday date, identifiers json, customer bigint, id_as_number text, name text, email text, mobile_number text, member_id text, names_member_id boolean, other_member_ids json, gender text, postal_address text, notes text, referral_code text, details json, store_id bigint, store_code text, allowed_stores bigint[], postal_code text, is_active boolean, email_is_verified boolean, phone_is_verified boolean, allow_newsletters boolean, allow_sms_marketing boolean, allow_whatsapp_marketing boolean, registration_status text, registration_method text, employee_code text, extra_data json, referred_by text, message_template text, notices json, spendings json, is_pin_common boolean, is_incomplete boolean, password_verifier text, pin_verifier text, guess_subject text, guess_store text, guess_most int, guess_most_in_all int, audit_id bigint, actor text, subject text, reason text, address text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.customer as customer_id, lowest.level as level, (c.now at time zone m.timezone)::date as day, s.id as store_id, r.customer_id as referrer_id, m.marketing_default as marketing_default, (c.now at time zone m.timezone)::date as today, coalesce(taken.list, '[]') as taken, coalesce(by_id.customer_id, by_number.customer_id) is not null as is_id_taken, taken.made is true as is_made_taken, m.member_id_prefix as member_id_prefix, case when s.id is not null then json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'isActive', s.is_active, 'today', s.today, 'time', s.time) end as store, coalesce(t.list, '[]') as templates, case when m.sms_countries = '{}' then array[m.country] else m.sms_countries end as sms_countries, case when g.count is not null then json_build_object(
      'limit', case when g.is_in_all then 'guesses-token' else 'guesses' end, 'most', g.most,
      'count', g.count, 'secondsLeft', g.seconds_left) end as guesses,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, ((c.member_id is null or taken.made is true or coalesce(by_id.customer_id, by_number.customer_id) is not null) or c.is_incomplete) as lacks, k.fingerprint is null as is_new,
    case
      when ((c.birthday is null or c.birthday between '1900-01-01' and (c.now at time zone m.timezone)::date)) is not true then 'birthdayIsPossible'
      when ((c.store_code is null) or (s.id is not null)) is not true then 'storeExists'
      when ((c.store_code is null) or (c.allowed_stores is null or s.id = any (c.allowed_stores))) is not true then 'storeIsCallers'
      when ((c.store_code is null) or (s.is_active)) is not true then 'storeIsActive'
      when (coalesce(g.count < g.most, true)) is not true then 'guessesAreLeft'
      when (lowest.level is not null) is not true then 'levelExists'
      when (('email' = any (taken.fields)) is not true) is not true then 'emailIsFree'
      when (('mobileNumber' = any (taken.fields)) is not true) is not true then 'mobileNumberIsFree'
      when (('memberId' = any (taken.fields)) is not true) is not true then 'memberIdIsFree'
      when (c.referred_by is null or r.customer_id is not null) is not true then 'referrerExists'
      when (not (c.is_pin_common and m.pin_refuse_common)) is not true then 'pinIsUncommon' end as refused
  from calls c
  join merchants m on m.id = $1
  cross join lateral (select json_agg(json_build_object('form', i.form, 'value', i.value,
      'isReserved', i.is_reserved)) filter (where not x.is_made) as list,
      array_agg(case when x."isReserved" then 'memberId' else x.form end) filter (where not x.is_made) as fields, bool_or(x.is_made) as made
    from (select x.*, not c.names_member_id and x.form = 'memberId' and x.field = 'memberId' as is_made from json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean, field text)) x
    cross join lateral (select i.form, i.value, i.is_reserved from customer_identifiers i
      where i.merchant_id = $1 and i.form = x.form and i.value = x.value limit 1) i) taken
  left join (select lowest.level from levels lowest where lowest.merchant_id = $1
    order by lowest.level limit 1) lowest on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'memberId' and i.value = c.customer::text limit 1) by_id on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'mobileNumber' and i.value = c.id_as_number limit 1) by_number on true
  left join lateral (select s_id.id from stores s_id where s_id.merchant_id = $1
    and s_id.id = c.store_id and c.store_code not like '0%' limit 1) s_id on true
  left join lateral (select s_code.id from stores s_code where s_code.merchant_id = $1
    and s_code.code_key = c.store_code and s_id.id is null limit 1) s_code on true
  left join lateral (select s.*, (c.now at time zone s.timezone)::date as today,
      to_char(c.now at time zone s.timezone, 'HH24:MI:SS') as time
    from stores s where s.merchant_id = $1
      and s.id = coalesce(s_id.id, s_code.id, c.store_id) limit 1) s on true
  left join lateral (select r.customer_id from memberships r
    where r.merchant_id = $1 and r.referral_code = c.referred_by and r.referral_code <> ''
    order by r.customer_id limit 1) r on true
  left join lateral (select json_agg(json_build_object('code', t.code, 'channel', t.channel,
      'subject', t.subject, 'body', t.body, 'html', t.html, 'approved', t.approved)) as list
    from message_templates t
    where t.merchant_id = $1 and t.code = c.message_template) t on true
  left join lateral (select x.*
    from (select g.count, g.subject = c.guess_subject as is_in_all,
        case when g.subject = c.guess_subject then c.guess_most_in_all else c.guess_most end as most,
        extract(epoch from g.window_start + interval '1 minute' - c.now) as seconds_left
      from attempt_counters g
      where g.merchant_id = $1 and g.subject in (c.guess_subject, c.guess_store)
        and g.window_start > c.now - interval '1 minute' limit 2) x
    order by x.most - x.count, x.is_in_all limit 1) g on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'members.register' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'members.register' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_key = 1 or key is null)
  order by key
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.level, b.day, b.store_id, b.referrer_id, b.marketing_default
  from able b 
  cross join lateral (select lowest.* from levels lowest
    where lowest.merchant_id = $1 and lowest.level = b.level
    for key share of lowest skip locked) lowest
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'members.register', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
added as (insert into customers as customers (merchant_id, id, name, email, mobile_number, member_id, other_member_ids, gender, address, birthday, notes, created_at, postal_code, is_active, email_is_verified, phone_is_verified, allow_newsletters, allow_sms_marketing, allow_whatsapp_marketing, registration_status, registration_method, registering_store_id, registering_employee_code, referrer_id, extra_data) select $1, l.customer_id, c.name, c.email, c.mobile_number, c.member_id, array(select json_array_elements_text(c.other_member_ids)), c.gender, c.postal_address, c.birthday, c.notes, l.now, c.postal_code, c.is_active, c.email_is_verified, c.phone_is_verified, coalesce(c.allow_newsletters, l.marketing_default), coalesce(c.allow_sms_marketing, l.marketing_default), coalesce(c.allow_whatsapp_marketing, l.marketing_default), c.registration_status, c.registration_method, l.store_id, c.employee_code, l.referrer_id, c.extra_data from locked l join calls c on c.n = l.n where (l.key is null or l.key in (select key from owned))
  order by c.member_id, c.email, c.mobile_number on conflict do nothing returning id),
changed as (select l.* from locked l join added a on a.id = l.customer_id),
member as (insert into memberships as memberships (merchant_id, customer_id, level, start_date, created_at, referral_code) select $1, s.customer_id, s.level, s.day, s.now, c.referral_code from changed s join calls c on c.n = s.n returning 1),
claimed as (
  insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
  select $1, x.form, x.value, s.customer_id, x."isReserved"
  from changed s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean, field text)
  order by x.form, x.value
  on conflict do nothing
  returning 1),
password as (insert into passwords as passwords (merchant_id, customer_id, verifier) select $1, s.customer_id, c.password_verifier from changed s join calls c on c.n = s.n where c.password_verifier is not null returning 1),
pin as (insert into pins as pins (merchant_id, customer_id, verifier) select $1, s.customer_id, c.pin_verifier from changed s join calls c on c.n = s.n where c.pin_verifier is not null returning 1),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'members.register', c.actor, c.subject, c.reason, (select json_object_agg(x.key, x.value) from (
      select key, value from json_each(c.details)
      union all select 'level', json_build_object('from', null, 'to', d.level)) x),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
affordable as (
  select x.n from changed x join calls c on c.n = x.n
  where not exists (select 1
    from json_to_recordset(c.spendings) as s(budget text, subject text, most int)
    join budgets b on b.merchant_id = $1 and b.budget = s.budget and b.subject = s.subject
    where b.ends_at > x.now and b.spent >= s.most)
),
spent as (
  insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
  select $1, s.budget, s.subject, min(x.now), min(x.now + s.seconds * interval '1 second'), count(*),
    min(s.most)
  from affordable a join changed x on x.n = a.n join calls c on c.n = x.n
  cross join lateral json_to_recordset(c.spendings) as s(budget text, subject text, seconds int, most int)
  group by s.budget, s.subject order by s.budget, s.subject
  on conflict (merchant_id, budget, subject) do update set
        spent = case when b.ends_at <= excluded.started_at then excluded.spent else b.spent + excluded.spent end,
        started_at = case when b.ends_at <= excluded.started_at then excluded.started_at else b.started_at end,
        ends_at = case when b.ends_at <= excluded.started_at then excluded.ends_at else b.ends_at end,
        told_at = case when b.ends_at <= excluded.started_at then null else b.told_at end,
        most = excluded.most
      where b.ends_at <= excluded.started_at or b.spent + excluded.spent <= excluded.most
  returning b.budget, b.subject
),
notice as (
  insert into outbox_messages as o (merchant_id, id, customer_id, kind, channel, template_code, recipient,
    payload, state, last_error, next_attempt_at, expires_at, created_at, ended_at)
  select $1, w."messageId", x.customer_id, w."messageKind", w."messageChannel", w."messageTemplate",
    w."messageRecipient", w.payload, case when w.payload is null then 'dead' else 'waiting' end,
    case when w.is_allowed then w."messageError" else 'limit reached' end, x.now,
    x.now + w."messageSeconds" * interval '1 second', x.now, case when w.payload is null then x.now end
  from changed x join calls c on c.n = x.n
  cross join lateral (select not exists (select 1
      from json_to_recordset(c.spendings) as s(budget text, subject text)
      where (s.budget, s.subject) not in (select p.budget, p.subject from spent p)) as is_allowed) allowed
  cross join lateral (select q.*, allowed.is_allowed,
      case when allowed.is_allowed then q."messagePayload" end as payload
    from json_to_recordset(c.notices) as q("messageId" text, "messageKind" text, "messageChannel" text,
      "messageTemplate" text, "messageRecipient" text, "messagePayload" text, "messageError" text,
      "messageSeconds" int)) w
  returning o.id
),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object('id', s.customer_id)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'members.register', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('today', b.today, 'taken', b.taken, 'isIdTaken', b.is_id_taken, 'isMadeTaken', b.is_made_taken, 'memberIdPrefix', b.member_id_prefix, 'store', b.store, 'templates', b.templates, 'smsCountries', b.sms_countries, 'guesses', b.guesses, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end and case when (select count(*) from claimed) =
      (select coalesce(sum(json_array_length(c.identifiers)), 0)
        from changed s join calls c on c.n = s.n) then true
    else stampbook_refuse('identifiers') end
