with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as template, $6::text as email, $7::text as member_id, $8::text as mobile_number, $9::bigint as first_id, $10::bigint as customer, $11::text::numeric as value, $12::text::date as start_date, $13::text::date as today, $14::int as quantity, $15::json as vouchers, $16::text as notes, $17::bigint as transaction, $18::bigint as audit_id, $19::text as actor, $20::text as subject, $21::text as reason, $22::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, t.id as template_id, u.id as customer_id, c.value as value, c.notes as notes, c.transaction as transaction, case when u.id is not null then json_build_object('id', u.id, 'email', u.email) end as customer, case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic, 'validityDays', t.validity_days, 'pictureUrl', t.picture_url, 'description', t.description, 'shortDescription', t.short_description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as template, t.channels as channels, d.today as today,
    null::json as kept, false as is_due, c.vouchers is null as lacks, true as is_new,
    case
      when (u.id is not null) is not true then 'customerExists'
      when (t.id is not null) is not true then 'templateExists'
      when (t.is_dynamic or c.value is null) is not true then 'valueIsForDynamic'
      when (not t.is_dynamic or coalesce(c.value, t.value) > 0) is not true then 'valueIsGiven'
      when (c.start_date is null or c.start_date between d.today - d.back and d.today + 3650) is not true then 'startIsNear' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = c.template) t on true
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
  cross join lateral (select coalesce(c.today, (c.now at time zone m.timezone)::date) as today, least(3650, coalesce(t.validity_days, 3650)) as back) d
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.template_id, b.customer_id, b.value, b.notes, b.transaction
  from able b 
  cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u
  cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id
      and (not t.is_dynamic or coalesce(b.value, t.value) > 0)
    for key share of t skip locked) t
  where true
),
changed as (select l.* from locked l where true),
new_vouchers as materialized (
  select c.n, 1::int as line, v.* from calls c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
    "templateId" bigint, "customerId" bigint, value numeric, "remainingValue" numeric, "startDate" date,
    "endDate" date)
),
issued as (
  insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, customer_id, value,
    remaining_value, start_date, end_date, issued_by_transaction_id, notes,
    created_at)
  select $1, i.id, i."templateId", i.code, upper(i.code), s.customer_id, i.value,
    i."remainingValue", i."startDate", i."endDate", s.transaction, s.notes, s.now
  from changed s join new_vouchers i on i.n = s.n
  returning v.id, v.remaining_value, v.created_at
),
opened as (
  insert into voucher_value_entries as e (merchant_id, voucher_id, cause, cause_id, delta, created_at)
  select $1, i.id, 'opening', 0, i.remaining_value, i.created_at
  from issued i where i.remaining_value is not null
  returning e.voucher_id
),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'catalogue.issueVouchers', c.actor, c.subject, c.reason, (select json_build_object('vouchers', json_agg(json_build_object('id', i.id,
      'customerId', d.customer_id) order by i.id)) from new_vouchers i where i.n = d.n),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object('customer', b.customer, 'template', b.template, 'channels', b.channels, 'notes', b.notes), 'changed', (select json_agg(json_build_object('id', i.id, 'code', i.code,
      'value', i.value::text, 'remainingValue', i."remainingValue"::text, 'startDate', i."startDate",
      'endDate', i."endDate") order by i.id) from new_vouchers i where i.n = s.n)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('customer', b.customer, 'template', b.template, 'channels', b.channels, 'today', b.today, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
