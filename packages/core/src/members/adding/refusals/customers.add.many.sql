with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, birthday date, identifiers json, customer bigint, id_as_number text, name text, email text, mobile_number text, member_id text, names_member_id boolean, other_member_ids json, gender text, postal_address text, notes text, referral_code text, details json, audit_id bigint, actor text, subject text, reason text, address text)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.customer as customer_id, lowest.level as level, (c.now at time zone m.timezone)::date as day, (c.now at time zone m.timezone)::date as today, coalesce(taken.list, '[]') as taken, coalesce(by_id.customer_id, by_number.customer_id) is not null as is_id_taken, taken.made is true as is_made_taken, m.member_id_prefix as member_id_prefix,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, (c.member_id is null or taken.made is true or coalesce(by_id.customer_id, by_number.customer_id) is not null) as lacks, k.fingerprint is null as is_new,
    case
      when ((c.birthday is null or c.birthday between '1900-01-01' and (c.now at time zone m.timezone)::date)) is not true then 'birthdayIsPossible'
      when (lowest.level is not null) is not true then 'levelExists'
      when (('email' = any (taken.fields)) is not true) is not true then 'emailIsFree'
      when (('mobileNumber' = any (taken.fields)) is not true) is not true then 'mobileNumberIsFree'
      when (('memberId' = any (taken.fields)) is not true) is not true then 'memberIdIsFree' end as refused
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
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'customers.add' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'customers.add' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new) ranked
  where (of_key = 1 or key is null)
  order by key
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.level, b.day
  from able b 
  cross join lateral (select lowest.* from levels lowest
    where lowest.merchant_id = $1 and lowest.level = b.level
    for key share of lowest skip locked) lowest
  where true
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'customers.add', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
added as (insert into customers as customers (merchant_id, id, name, email, mobile_number, member_id, other_member_ids, gender, address, birthday, notes, created_at) select $1, l.customer_id, c.name, c.email, c.mobile_number, c.member_id, array(select json_array_elements_text(c.other_member_ids)), c.gender, c.postal_address, c.birthday, c.notes, l.now from locked l join calls c on c.n = l.n where (l.key is null or l.key in (select key from owned))
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
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'customers.add', c.actor, c.subject, c.reason, (select json_object_agg(x.key, x.value) from (
      select key, value from json_each(c.details)
      union all select 'level', json_build_object('from', null, 'to', d.level)) x),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object('id', s.customer_id)) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'customers.add', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('today', b.today, 'taken', b.taken, 'isIdTaken', b.is_id_taken, 'isMadeTaken', b.is_made_taken, 'memberIdPrefix', b.member_id_prefix, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end and case when (select count(*) from claimed) =
      (select coalesce(sum(json_array_length(c.identifiers)), 0)
        from changed s join calls c on c.n = s.n) then true
    else stampbook_refuse('identifiers') end
