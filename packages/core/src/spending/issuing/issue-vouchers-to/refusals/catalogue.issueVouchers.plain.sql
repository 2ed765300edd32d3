with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as template, $6::text::bigint[] as customers, $7::json as vouchers, $8::bigint as audit_id, $9::text as actor, $10::text as subject, $11::text as reason, $12::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, t.id as template_id, c.customers as customers, case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic, 'validityDays', t.validity_days, 'pictureUrl', t.picture_url, 'description', t.description, 'shortDescription', t.short_description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as template, (c.now at time zone m.timezone)::date as today, missing.customers as unknown_customers,
    null::json as kept, false as is_due, c.vouchers is null as lacks, true as is_new,
    case
      when (t.id is not null) is not true then 'templateExists'
      when (not t.is_dynamic or t.value > 0) is not true then 'templateHasValue'
      when (missing.customers is null) is not true then 'customersExist' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = c.template) t on true
  cross join lateral (select json_agg(w.id order by w.place) as customers
    from unnest(c.customers) with ordinality as w (id, place)
    left join lateral (select u.id from customers u where u.merchant_id = $1
      and u.id = w.id and u.anonymized_at is null) u on true
    where u.id is null) missing
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.template_id, b.customers
  from able b 
  cross join lateral (select count(*) as count
    from (select w.id from unnest(b.customers) as w (id) order by w.id) w
    cross join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = w.id and u.anonymized_at is null
    for key share of u skip locked) u) u
  cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id
      and (not t.is_dynamic or t.value > 0)
    for key share of t skip locked) t
  where u.count = coalesce(cardinality(b.customers), 0)
),
changed as (select l.* from locked l where true),
new_vouchers as materialized (
  select c.n, 1::int as line, v.* from calls c cross join lateral json_to_recordset(c.vouchers) as v (id bigint, code text,
    "templateId" bigint, "customerId" bigint, value numeric, "remainingValue" numeric, "startDate" date,
    "endDate" date)
),
issued as (
  insert into vouchers as v (merchant_id, id, voucher_template_id, code, code_key, customer_id, value,
    remaining_value, start_date, end_date, notes,
    created_at)
  select $1, i.id, i."templateId", i.code, upper(i.code), i."customerId", i.value,
    i."remainingValue", i."startDate", i."endDate", null, s.now
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
      'customerId', i."customerId") order by i.id)) from new_vouchers i where i.n = d.n),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', (select json_agg(json_build_object('id', i.id, 'code', i.code,
      'customerId', i."customerId") order by i.id) from new_vouchers i where i.n = s.n)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('template', b.template, 'today', b.today, 'unknownCustomers', b.unknown_customers, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
