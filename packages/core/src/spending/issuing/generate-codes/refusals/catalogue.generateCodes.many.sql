with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, template bigint, start_date date, end_date date, audit_id bigint, actor text, subject text, reason text, address text, job bigint, quantity int)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, t.id as template_id, coalesce(c.start_date, (c.now at time zone m.timezone)::date) as first_day, c.end_date as named_end,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (t.id is not null) is not true then 'templateExists'
      when (not t.is_dynamic or t.value > 0) is not true then 'templateHasValue'
      when (c.end_date is null or c.end_date >= coalesce(c.start_date, (c.now at time zone m.timezone)::date)) is not true then 'periodRunsForward' end as refused
  from calls c
  join merchants m on m.id = $1
  left join lateral (select t.* from voucher_templates t where t.merchant_id = $1
    and t.id = c.template limit 1) t on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'catalogue.generateCodes' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'catalogue.generateCodes' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_key = 1 or key is null)
  order by key
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
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'catalogue.generateCodes', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (select l.* from locked l where (l.key is null or l.key in (select key from owned))),
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
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'catalogue.generateCodes', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
