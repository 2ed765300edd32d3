with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as id, $6::bigint as customer, $7::text as request_id, $8::int as timeout, $9::text as verifier, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.customer as customer_id, c.verifier as verifier,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (p.verifier = c.verifier) is not true then 'pinIsUnchanged' end as refused
  from calls c
  left join lateral (select p.* from pins p where p.merchant_id = $1
    and p.customer_id = c.customer) p on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
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
changed as (select l.* from locked l where true),
authorized as (insert into redemption_authorizations as redemption_authorizations (merchant_id, id, customer_id, request_id, expires_at, created_at) select $1, c.id, c.customer, c.request_id, s.now + c.timeout * interval '1 second', s.now from changed s join calls c on c.n = s.n returning 1),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
