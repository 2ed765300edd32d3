with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::text as email, $6::text as member_id, $7::text as mobile_number, $8::bigint as first_id, $9::bigint as customer, $10::json as asked, $11::boolean as may_identify, $12::json as computed_from, $13::json as changes, $14::json as freed, $15::boolean as has_identifiers, $16::text as impossible, $17::json as details, $18::json as notices, $19::json as spendings, $20::text::date as birthday, $21::json as identifiers, $22::text as guess_subject, $23::text as guess_store, $24::int as guess_most, $25::int as guess_most_in_all, $26::bigint as audit_id, $27::text as actor, $28::text as subject, $29::text as reason, $30::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, u.id as customer_id, p.basis as basis, case when u.id is not null then json_build_object('id', u.id, 'email', u.email) end as customer, case when u.id is not null then p.basis - 'extraData' end as profile, u.extra_data::text as extra_data, coalesce(t.list, '[]') as notice_templates, case when m.sms_countries = '{}' then array[m.country] else m.sms_countries end as sms_countries, to_char(c.now at time zone m.timezone, 'YYYY-MM-DD HH24:MI') as time, (c.now at time zone m.timezone)::date as today, coalesce(taken.list, '[]') as taken, case when g.count is not null then json_build_object(
      'limit', case when g.is_in_all then 'guesses-token' else 'guesses' end, 'most', g.most,
      'count', g.count, 'secondsLeft', g.seconds_left) end as guesses,
    null::json as kept, false as is_due, p.lacks as lacks, true as is_new,
    case
      when (u.id is not null) is not true then 'memberExists'
      when ((c.birthday is null or c.birthday between '1900-01-01' and (c.now at time zone m.timezone)::date) or c.birthday = u.birthday) is not true then 'birthdayIsPossible'
      when (c.may_identify or ((
      coalesce(c.asked->>'mobileNumber', u.mobile_number) is distinct from u.mobile_number
      or coalesce(c.asked->>'memberId', u.member_id) is distinct from u.member_id
      or (coalesce(c.asked->>'email', u.email) is distinct from u.email
        and not exists (select 1 from customer_identifiers i where i.merchant_id = $1 and i.form = 'email'
          and i.value = c.asked->>'email' and i.customer_id = u.id and not i.is_reserved))
      or (u.email is not null and (c.asked->>'emailIsVerified')::boolean <> u.email_is_verified)
      or (u.mobile_number is not null and (c.asked->>'phoneIsVerified')::boolean <> u.phone_is_verified))) is not true) is not true then 'callerMayIdentify'
      when ((p.lacks or not c.has_identifiers) or (c.impossible is distinct from 'email')) is not true then 'emailIsPossible'
      when ((p.lacks or not c.has_identifiers) or (c.impossible is distinct from 'memberId')) is not true then 'memberIdIsPossible'
      when ((p.lacks or not c.has_identifiers) or (coalesce(g.count < g.most, true))) is not true then 'guessesAreLeft'
      when ((p.lacks or not c.has_identifiers) or (('email' = any (taken.fields)) is not true)) is not true then 'emailIsFree'
      when ((p.lacks or not c.has_identifiers) or (('mobileNumber' = any (taken.fields)) is not true)) is not true then 'mobileNumberIsFree'
      when ((p.lacks or not c.has_identifiers) or (('memberId' = any (taken.fields)) is not true)) is not true then 'memberIdIsFree' end as refused
  from calls c
  join merchants m on m.id = $1
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
  cross join lateral (select x.basis, x.basis is distinct from c.computed_from::jsonb as lacks
    from (select jsonb_build_object('name', u.name, 'email', u.email, 'mobileNumber', u.mobile_number,
      'memberId', u.member_id, 'otherMemberIds', u.other_member_ids, 'gender', u.gender,
      'address', u.address, 'postalCode', u.postal_code, 'notes', u.notes, 'birthday', u.birthday,
      'allowNewsletters', u.allow_newsletters, 'allowSmsMarketing', u.allow_sms_marketing,
      'allowWhatsappMarketing', u.allow_whatsapp_marketing, 'registrationStatus', u.registration_status,
      'emailIsVerified', u.email_is_verified, 'phoneIsVerified', u.phone_is_verified,
      'extraData', u.extra_data::text) as basis offset 0) x offset 0) p
  left join lateral (select json_agg(json_build_object('code', t.code, 'channel', t.channel,
      'subject', t.subject, 'body', t.body, 'html', t.html, 'approved', t.approved)) as list
    from message_templates t
    where t.merchant_id = $1 and t.code = m.notify_template_code and m.notify_credential_changes
      and p.lacks) t on true
  cross join lateral (select json_agg(json_build_object('form', i.form, 'value', i.value,
      'isReserved', i.is_reserved)) as list,
      array_agg(case when x."isReserved" then 'memberId' else x.form end) as fields
    from json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean, field text)
    cross join lateral (select i.form, i.value, i.is_reserved from customer_identifiers i
      where i.merchant_id = $1 and i.form = x.form and i.value = x.value and i.customer_id <> u.id limit 1) i) taken
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
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.basis
  from able b 
  cross join lateral (select ms.* from memberships ms
    where ms.merchant_id = $1 and ms.customer_id = b.customer_id
    for no key update of ms skip locked) ms
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
      and jsonb_build_object('name', u.name, 'email', u.email, 'mobileNumber', u.mobile_number,
      'memberId', u.member_id, 'otherMemberIds', u.other_member_ids, 'gender', u.gender,
      'address', u.address, 'postalCode', u.postal_code, 'notes', u.notes, 'birthday', u.birthday,
      'allowNewsletters', u.allow_newsletters, 'allowSmsMarketing', u.allow_sms_marketing,
      'allowWhatsappMarketing', u.allow_whatsapp_marketing, 'registrationStatus', u.registration_status,
      'emailIsVerified', u.email_is_verified, 'phoneIsVerified', u.phone_is_verified,
      'extraData', u.extra_data::text) is not distinct from b.basis
    for no key update of u skip locked) u
  where true
),
changed as (select l.* from locked l where true),
written as (
  update customers u set (name, email, mobile_number, member_id, other_member_ids, gender, address,
      postal_code, notes, birthday, allow_newsletters, allow_sms_marketing, allow_whatsapp_marketing,
      registration_status, extra_data, email_is_verified, phone_is_verified) =
    (select x.name, x.email, x.mobile_number, x.member_id, x.other_member_ids, x.gender, x.address,
      x.postal_code, x.notes, x.birthday, x.allow_newsletters, x.allow_sms_marketing,
      x.allow_whatsapp_marketing, x.registration_status, x.extra_data,
      x.email_is_verified, x.phone_is_verified
      from json_populate_record(u, c.changes) x)
  from changed s join calls c on c.n = s.n
  where u.merchant_id = $1 and u.id = s.customer_id and c.changes is not null
  returning s.n, s.now, s.customer_id, c.has_identifiers),
freed as (
  delete from customer_identifiers i
  using written s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.freed) as f(form text, value text)
  where i.merchant_id = $1 and i.form = f.form and i.value = f.value and i.customer_id = s.customer_id
  returning i.form),
claimed as (
  insert into customer_identifiers as i (merchant_id, form, value, customer_id, is_reserved)
  select $1, x.form, x.value, s.customer_id, x."isReserved"
  from written s join calls c on c.n = s.n
  cross join lateral json_to_recordset(c.identifiers) as x(form text, value text, "isReserved" boolean, field text)
  order by x.form, x.value
  on conflict (merchant_id, form, value) do update set is_reserved = excluded.is_reserved
    where i.customer_id = excluded.customer_id
  returning 1),
voided as (
  delete from one_time_passwords o using written s
  where o.merchant_id = $1 and o.customer_id = s.customer_id and s.has_identifiers
  returning o.customer_id),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'members.changeProfile', c.actor, 'customer ' || d.customer_id, c.reason, c.details,
    c.address, d.now
  from written d join calls c on c.n = d.n
  returning e.id),
affordable as (
  select x.n from written x join calls c on c.n = x.n
  where not exists (select 1
    from json_to_recordset(c.spendings) as s(budget text, subject text, most int)
    join budgets b on b.merchant_id = $1 and b.budget = s.budget and b.subject = s.subject
    where b.ends_at > x.now and b.spent >= s.most)
),
spent as (
  insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
  select $1, s.budget, s.subject, min(x.now), min(x.now + s.seconds * interval '1 second'), count(*),
    min(s.most)
  from affordable a join written x on x.n = a.n join calls c on c.n = x.n
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
  from written x join calls c on c.n = x.n
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
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'profile', b.profile, 'extraData', b.extra_data, 'noticeTemplates', b.notice_templates, 'smsCountries', b.sms_countries, 'time', b.time, 'today', b.today, 'taken', b.taken, 'guesses', b.guesses, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case when (select count(*) from claimed) =
      (select coalesce(sum(json_array_length(c.identifiers)), 0)
        from written s join calls c on c.n = s.n) then true
    else stampbook_refuse('identifiers') end
