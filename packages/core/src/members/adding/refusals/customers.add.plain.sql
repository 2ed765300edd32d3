with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::text::date as birthday, $6::json as identifiers, $7::bigint as customer, $8::text as id_as_number, $9::text as name, $10::text as email, $11::text as mobile_number, $12::text as member_id, $13::boolean as names_member_id, $14::json as other_member_ids, $15::text as gender, $16::text as postal_address, $17::text as notes, $18::text as referral_code, $19::json as details, $20::bigint as audit_id, $21::text as actor, $22::text as subject, $23::text as reason, $24::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, c.customer as customer_id, lowest.level as level, (c.now at time zone m.timezone)::date as day, (c.now at time zone m.timezone)::date as today, coalesce(taken.list, '[]') as taken, coalesce(by_id.customer_id, by_number.customer_id) is not null as is_id_taken, taken.made is true as is_made_taken, m.member_id_prefix as member_id_prefix,
    null::json as kept, false as is_due, (c.member_id is null or taken.made is true or coalesce(by_id.customer_id, by_number.customer_id) is not null) as lacks, true as is_new,
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
    and i.form = 'memberId' and i.value = c.customer::text) by_id on true
  left join lateral (select i.customer_id from customer_identifiers i where i.merchant_id = $1
    and i.form = 'mobileNumber' and i.value = c.id_as_number) by_number on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select b.n, b.key, b.fingerprint, b.now, b.customer_id, b.level, b.day
  from able b 
  cross join lateral (select lowest.* from levels lowest
    where lowest.merchant_id = $1 and lowest.level = b.level
    for key share of lowest skip locked) lowest
  where true
),
added as (insert into customers as customers (merchant_id, id, name, email, mobile_number, member_id, other_member_ids, gender, address, birthday, notes, created_at) select $1, l.customer_id, c.name, c.email, c.mobile_number, c.member_id, array(select json_array_elements_text(c.other_member_ids)), c.gender, c.postal_address, c.birthday, c.notes, l.now from locked l join calls c on c.n = l.n where true
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
)
select b.n, case when d.n is null then json_build_object('today', b.today, 'taken', b.taken, 'isIdTaken', b.is_id_taken, 'isMadeTaken', b.is_made_taken, 'memberIdPrefix', b.member_id_prefix, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case when (select count(*) from claimed) =
      (select coalesce(sum(json_array_length(c.identifiers)), 0)
        from changed s join calls c on c.n = s.n) then true
    else stampbook_refuse('identifiers') end
