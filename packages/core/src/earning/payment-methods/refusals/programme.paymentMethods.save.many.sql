with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, code text, code_key text, name text, earns boolean, audit_id bigint, actor text, subject text, reason text, address text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.code_key as code_key, pm.code_key as known_key,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    null::text as refused
  from calls c
  left join lateral (select pm.code_key from payment_methods pm
    where pm.merchant_id = $1 and pm.code_key = c.code_key limit 1) pm on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'programme.paymentMethods.save' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'programme.paymentMethods.save' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by code_key order by n) as of_code_key,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_code_key = 1 or code_key is null)
    and (of_key = 1 or key is null)
  order by code_key
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.code_key, b.known_key, pm.code as code_before, pm.name as name_before, pm.earns as earns_before
  from able b 
  left join lateral (select pm.* from payment_methods pm
    where pm.merchant_id = $1 and pm.code_key = b.code_key
    for no key update of pm skip locked) pm on true
  where (pm.merchant_id is not null or b.known_key is null)
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'programme.paymentMethods.save', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
added as (insert into payment_methods as payment_methods (merchant_id, code_key, code, name, earns, created_at) select $1, l.code_key, c.code, c.name, c.earns, l.now from locked l join calls c on c.n = l.n
  where l.known_key is null and (l.key is null or l.key in (select key from owned)) order by l.code_key on conflict do nothing returning code_key),
changed as (
  select l.*, (select json_object_agg(x.field, json_build_object('from', x.before, 'to', x.after))
    from (values ('code', to_json(l.code_before), to_json(c.code)), ('name', to_json(l.name_before), to_json(c.name)),
      ('earns', to_json(l.earns_before), to_json(c.earns))) as x(field, before, after)
    where x.before::text is distinct from x.after::text) as details from locked l join calls c on c.n = l.n
  where (l.key is null or l.key in (select key from owned)) and (l.known_key is not null or l.code_key in (select code_key from added))),
updated as (
  update payment_methods pm set code = c.code, name = c.name, earns = c.earns
  from changed s join calls c on c.n = s.n where pm.merchant_id = $1 and pm.code_key = s.code_key and s.known_key is not null and s.details is not null
  returning 1),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'programme.paymentMethods.save', c.actor, c.subject, c.reason, d.details,
    c.address, d.now
  from (select s.* from changed s where s.details is not null) d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'programme.paymentMethods.save', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end
