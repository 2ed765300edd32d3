with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::text as code, $6::text as code_key, $7::text as name, $8::boolean as earns, $9::bigint as audit_id, $10::text as actor, $11::text as subject, $12::text as reason, $13::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.code_key as code_key, pm.code_key as known_key,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    null::text as refused
  from calls c
  left join lateral (select pm.code_key from payment_methods pm
    where pm.merchant_id = $1 and pm.code_key = c.code_key) pm on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.code_key, b.known_key, pm.code as code_before, pm.name as name_before, pm.earns as earns_before
  from able b 
  left join lateral (select pm.* from payment_methods pm
    where pm.merchant_id = $1 and pm.code_key = b.code_key
    for no key update of pm skip locked) pm on true
  where (pm.merchant_id is not null or b.known_key is null)
),
added as (insert into payment_methods as payment_methods (merchant_id, code_key, code, name, earns, created_at) select $1, l.code_key, c.code, c.name, c.earns, l.now from locked l join calls c on c.n = l.n
  where l.known_key is null and true order by l.code_key on conflict do nothing returning code_key),
changed as (
  select l.*, (select json_object_agg(x.field, json_build_object('from', x.before, 'to', x.after))
    from (values ('code', to_json(l.code_before), to_json(c.code)), ('name', to_json(l.name_before), to_json(c.name)),
      ('earns', to_json(l.earns_before), to_json(c.earns))) as x(field, before, after)
    where x.before::text is distinct from x.after::text) as details from locked l join calls c on c.n = l.n
  where true and (l.known_key is not null or l.code_key in (select code_key from added))),
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
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
