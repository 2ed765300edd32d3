with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as template, $6::text::date as start_date, $7::text::date as end_date, $8::bigint as audit_id, $9::text as actor, $10::text as subject, $11::text as reason, $12::text as address, $13::bigint as job, $14::int as quantity, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, t.id as template_id, coalesce(c.start_date, (c.now at time zone m.timezone)::date) as first_day, c.end_date as named_end,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (t.id is not null) is not true then 'templateExists'
      when (not t.is_dynamic or t.value > 0) is not true then 'templateHasValue'
      when (c.end_date is null or c.end_date >= coalesce(c.start_date, (c.now at time zone m.timezone)::date)) is not true then 'periodRunsForward' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = c.template) t on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.template_id, b.first_day, b.named_end, case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'value', t.value::text, 'isDynamic', t.is_dynamic, 'validityDays', t.validity_days, 'pictureUrl', t.picture_url, 'description', t.description, 'shortDescription', t.short_description, 'instructions', t.instructions, 'termsAndConditions', t.terms_and_conditions, 'extraData', t.extra_data) end as template, coalesce(b.named_end, b.first_day + t.validity_days) as last_day
  from able b 
  cross join lateral (select t.* from voucher_templates t
    where t.merchant_id = $1 and t.id = b.template_id
      and (not t.is_dynamic or t.value > 0)
    for key share of t skip locked) t
  where true
),
changed as (select l.* from locked l where true),
started as (insert into jobs as jobs (merchant_id, id, kind, task, total, created_by, created_at) select $1, c.job, 'voucher_codes', json_build_object('template', s.template, 'startDate', s.first_day, 'endDate', s.last_day), c.quantity, c.actor, s.now from changed s join calls c on c.n = s.n returning *),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'catalogue.generateCodes', c.actor, c.subject, c.reason, json_build_object('job', c.job, 'codes', c.quantity, 'startDate', d.first_day,
    'endDate', d.last_day),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', (select json_build_object('id', j.id, 'kind', j.kind, 'name', j.task->'template'->>'name', 'state', j.state, 'total', j.total, 'done', j.done, 'error', j.error, 'createdBy', (case
    when j.created_by ~ '^token:[0-9]{1,18}$' then json_build_object('kind', 'token', 'id', substr(j.created_by, 7),
      'name', (select t.name from api_tokens t
        where t.merchant_id = $1 and t.id = substr(j.created_by, 7)::bigint))
    when j.created_by like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(j.created_by, 7),
      'name', (select u.name from staff_users u where u.id = substr(j.created_by, 7)))
    when j.created_by is not null then json_build_object(
      'kind', case when j.created_by = 'guest' then 'guest' else 'service' end, 'id', j.created_by, 'name', null)
  end), 'createdAt', j.created_at, 'endedAt', j.ended_at) from started j where j.id = c.job)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
