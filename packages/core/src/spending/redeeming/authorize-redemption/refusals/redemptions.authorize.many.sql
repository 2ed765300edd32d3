with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, id bigint, customer bigint, request_id text, timeout int, verifier text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.customer as customer_id, c.verifier as verifier,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (p.verifier = c.verifier) is not true then 'pinIsUnchanged' end as refused
  from calls c
  left join lateral (select p.* from pins p where p.merchant_id = $1
    and p.customer_id = c.customer limit 1) p on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'redemptions.authorize' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'redemptions.authorize' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_key = 1 or key is null)
  order by key
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.verifier
  from able b 
  cross join lateral (select p.* from pins p
    where p.merchant_id = $1 and p.customer_id = b.customer_id
      and (p.verifier = b.verifier)
    for share of p skip locked) p
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'redemptions.authorize', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
changed as (select l.* from locked l where (l.key is null or l.key in (select key from owned))),
authorized as (insert into redemption_authorizations as redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at, created_at) select $1, c.id, c.customer, c.request_id, s.now + c.timeout * interval '1 second', s.now from changed s join calls c on c.n = s.n returning 1),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'redemptions.authorize', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
