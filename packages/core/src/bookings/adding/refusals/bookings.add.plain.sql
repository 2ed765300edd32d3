with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as store, $6::text::date as date, $7::text::time as time, $8::int as number_of_people, $9::text as email, $10::text as member_id, $11::text as mobile_number, $12::bigint as first_id, $13::bigint as customer, $14::text as phone_subject, $15::text as network_subject, $16::text as store_subject, $17::bigint as audit_id, $18::text as actor, $19::text as subject, $20::text as reason, $21::text as address, $22::bigint as booking, $23::text as claim, $24::text as phone, $25::text as notes, $26::boolean as ignore_capacity, $27::boolean as notify, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, s.id as store_id, c.date as date, c.time as time, c.number_of_people as number_of_people, s.id as slot_store, s.slot_minutes as slot_minutes, c.date as slot_date, date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + c.time, '2000-01-01')::time as slot, c.number_of_people as seats, case when s.slot_minutes is not null then s.covers_per_slot end as most_covers, c.ignore_capacity as ignores_capacity, sl.covers as slot_row, u.id as customer_id, c.customer as picked_id, c.phone_subject as phone_subject, c.network_subject as network_subject, c.store_subject as store_subject, by_phone.subject as phone_row, by_network.subject as network_row, by_store.subject as store_row, case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'today', (c.now at time zone s.timezone)::date, 'time', to_char(c.now at time zone s.timezone, 'HH24:MI:SS'), 'largestParty', s.largest_party, 'openingHours', s.opening_hours, 'specialDay', (
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(c.date, 'YYYY-MM-DD'))) end as store, case when u.id is not null then json_build_object('id', u.id, 'email', u.email) end as customer, json_build_array(case when by_phone.ends_at > c.now then
      json_build_object('budget', by_phone.budget, 'spent', by_phone.spent,
        'secondsLeft', extract(epoch from by_phone.ends_at - c.now)) end, case when by_network.ends_at > c.now then
      json_build_object('budget', by_network.budget, 'spent', by_network.spent,
        'secondsLeft', extract(epoch from by_network.ends_at - c.now)) end, case when by_store.ends_at > c.now then
      json_build_object('budget', by_store.budget, 'spent', by_store.spent,
        'secondsLeft', extract(epoch from by_store.ends_at - c.now)) end) as periods,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (s.id is not null) is not true then 'storeExists'
      when (s.is_active) is not true then 'storeIsActive'
      when (c.date + c.time >= date_trunc('minute', c.now at time zone s.timezone)) is not true then 'timeHasNotPassed'
      when ((c.date + c.time) at time zone s.timezone
        at time zone s.timezone = c.date + c.time) is not true then 'clockShowsTime'
      when (s.opening_hours is null and (
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(c.date, 'YYYY-MM-DD')) is null
        or exists (
          select 1 from jsonb_array_elements(coalesce((
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(c.date, 'YYYY-MM-DD')) -> 'hours',
            s.opening_hours -> extract(isodow from c.date)::text)) as h
          where h->>'from' <= to_char(c.time, 'HH24:MI') and (to_char(c.time, 'HH24:MI') < h->>'to' or h->>'to' <= h->>'from'))
        or exists (
          select 1 from jsonb_array_elements(coalesce((
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(c.date - 1, 'YYYY-MM-DD')) -> 'hours',
            s.opening_hours -> extract(isodow from c.date - 1)::text)) as h
          where h->>'to' <= h->>'from' and to_char(c.time, 'HH24:MI') < h->>'to')) is not true then 'storeIsOpen'
      when (s.largest_party is null or c.number_of_people <= s.largest_party) is not true then 'partyFits'
      when (c.number_of_people <= 0 or case when s.slot_minutes is not null then s.covers_per_slot end is null or c.ignore_capacity
        or coalesce(sl.covers, 0) + c.number_of_people <= case when s.slot_minutes is not null then s.covers_per_slot end) is not true then 'slotHasRoom'
      when ((c.customer is null) or (u.id is not null)) is not true then 'pickedCustomerExists'
      when (coalesce(by_phone.ends_at <= c.now or by_phone.spent < 5, true) and coalesce(by_network.ends_at <= c.now or by_network.spent < 5, true) and coalesce(by_store.ends_at <= c.now or by_store.spent < 60, true)) is not true then 'budgetsAreLeft' end as refused
  from calls c
  left join lateral (select s.* from stores s where s.merchant_id = $1
    and s.id = c.store) s on true
  left join lateral (select sl.* from booking_slots sl where sl.merchant_id = $1
    and sl.store_id = s.id and sl.date = c.date and sl.slot = date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + c.time, '2000-01-01')::time limit 1) sl on true
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
  left join lateral (select b.* from budgets b
    where b.merchant_id = $1 and b.budget = 'bookingsOfPhone' and b.subject = c.phone_subject) by_phone on true
  left join lateral (select b.* from budgets b
    where b.merchant_id = $1 and b.budget = 'bookingsOfNetwork' and b.subject = c.network_subject) by_network on true
  left join lateral (select b.* from budgets b
    where b.merchant_id = $1 and b.budget = 'bookingsOfStore' and b.subject = c.store_subject) by_store on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new
),
locked as materialized (
  select * from (
  select b.n, b.key, b.fingerprint, b.now, b.store_id, b.date, b.time, b.number_of_people, b.slot_store, b.slot_minutes, b.slot_date, b.slot, b.seats, b.most_covers, b.ignores_capacity, b.slot_row, b.customer_id, b.picked_id, b.phone_subject, b.network_subject, b.store_subject, b.phone_row, b.network_row, b.store_row, 5 - case when by_phone.ends_at > b.now then by_phone.spent else 0 end as phone_left, 5 - case when by_network.ends_at > b.now then by_network.spent else 0 end as network_left, 60 - case when by_store.ends_at > b.now then by_store.spent else 0 end as store_left, sl.covers as covers, 1 as phone_place, 1 as network_place, 1 as store_place, greatest(b.seats, 0) as slot_place
  from able b 
  left join lateral (select by_phone.* from budgets by_phone
    where by_phone.merchant_id = $1 and by_phone.budget = 'bookingsOfPhone' and by_phone.subject = b.phone_subject
    for no key update of by_phone skip locked) by_phone on true
  left join lateral (select by_network.* from budgets by_network
    where by_network.merchant_id = $1 and by_network.budget = 'bookingsOfNetwork' and by_network.subject = b.network_subject
    for no key update of by_network skip locked) by_network on true
  left join lateral (select by_store.* from budgets by_store
    where by_store.merchant_id = $1 and by_store.budget = 'bookingsOfStore' and by_store.subject = b.store_subject
    for no key update of by_store skip locked) by_store on true
  cross join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = b.slot_store
      and s.slot_minutes is not distinct from b.slot_minutes
      and (s.is_active)
      and (b.date + b.time >= date_trunc('minute', b.now at time zone s.timezone))
      and ((b.date + b.time) at time zone s.timezone
        at time zone s.timezone = b.date + b.time)
      and (s.opening_hours is null and (
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(b.date, 'YYYY-MM-DD')) is null
        or exists (
          select 1 from jsonb_array_elements(coalesce((
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(b.date, 'YYYY-MM-DD')) -> 'hours',
            s.opening_hours -> extract(isodow from b.date)::text)) as h
          where h->>'from' <= to_char(b.time, 'HH24:MI') and (to_char(b.time, 'HH24:MI') < h->>'to' or h->>'to' <= h->>'from'))
        or exists (
          select 1 from jsonb_array_elements(coalesce((
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(b.date - 1, 'YYYY-MM-DD')) -> 'hours',
            s.opening_hours -> extract(isodow from b.date - 1)::text)) as h
          where h->>'to' <= h->>'from' and to_char(b.time, 'HH24:MI') < h->>'to'))
      and (s.largest_party is null or b.number_of_people <= s.largest_party)
    for key share of s skip locked) s
  left join lateral (select sl.* from booking_slots sl
    where sl.merchant_id = $1 and sl.store_id = b.slot_store and sl.date = b.slot_date and sl.slot = b.slot
    for no key update of sl skip locked) sl on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.picked_id and u.anonymized_at is null
    for key share of u skip locked) u on true
  where (by_phone.merchant_id is not null or b.phone_row is null) and (by_network.merchant_id is not null or b.network_row is null) and (by_store.merchant_id is not null or b.store_row is null) and (sl.merchant_id is not null or b.slot_row is null) and (u.merchant_id is not null or b.picked_id is null)) l where (l.phone_subject is null or l.phone_place <= l.phone_left) and (l.network_subject is null or l.network_place <= l.network_left) and (l.store_subject is null or l.store_place <= l.store_left) and (l.seats <= 0 or l.ignores_capacity or not (l.most_covers is not null and coalesce(l.covers, 0) + l.slot_place > l.most_covers))
),
taken as (select l.* from locked l where true),
spendings as (
  select l.now, p.* from taken l cross join lateral (values ('bookingsOfPhone', l.phone_subject, 3600, 5), ('bookingsOfNetwork', l.network_subject, 3600, 5), ('bookingsOfStore', l.store_subject, 60, 60)) as p (budget, subject, seconds, most)
  where p.subject is not null),
spent as (
  insert into budgets as b (merchant_id, budget, subject, started_at, ends_at, spent, most)
  select $1, p.budget, p.subject, min(p.now), min(p.now) + p.seconds * interval '1 second', count(*), p.most
  from spendings p
  group by p.budget, p.subject, p.seconds, p.most order by p.budget, p.subject
  on conflict (merchant_id, budget, subject) do update set
        spent = case when b.ends_at <= excluded.started_at then excluded.spent else b.spent + excluded.spent end,
        started_at = case when b.ends_at <= excluded.started_at then excluded.started_at else b.started_at end,
        ends_at = case when b.ends_at <= excluded.started_at then excluded.ends_at else b.ends_at end,
        told_at = case when b.ends_at <= excluded.started_at then null else b.told_at end,
        most = excluded.most
      where b.ends_at <= excluded.started_at or b.spent + excluded.spent <= excluded.most
  returning b.budget),
seats_changed as (
  select store_id, date, slot, sum(seats) as seats from (
    select l.slot_store as store_id, l.slot_date as date, l.slot as slot, l.seats as seats
    from locked l where l.slot is not null and l.seats <> 0 and true) t
  group by store_id, date, slot),
seats_counted as (
  update booking_slots sl set covers = sl.covers + t.seats
  from seats_changed t where sl.merchant_id = $1 and sl.store_id = t.store_id and sl.date = t.date and sl.slot = t.slot
  returning t.store_id, t.date, t.slot),
counts_begun as (insert into booking_slots as booking_slots (merchant_id, store_id, date, slot, covers) select $1, t.store_id, t.date, t.slot, t.seats from seats_changed t where (t.store_id, t.date, t.slot) not in
    (select k.store_id, k.date, k.slot from seats_counted k)
  order by t.store_id, t.date, t.slot on conflict do nothing returning 1),
booked as (insert into bookings as bookings (merchant_id, id, store_id, claim, customer_id, date, time, phone, number_of_people, notes, created_at, status, revision, recorded_revision, decided_at, decided_by) select $1, c.booking, l.store_id, c.claim, l.customer_id, c.date, c.time, c.phone, c.number_of_people, c.notes, l.now, case when c.actor is null then 'Requested' else 'Confirmed' end, case when c.actor is null then 1 else 2 end, case when c.actor is null then 1 else 2 end, case when c.actor is not null then l.now end, c.actor from taken l join calls c on c.n = l.n returning *),
changed as (
  select l.n, l.key, l.now, 'Requested' as from_status, (l.seats > 0 and (l.most_covers is not null and coalesce(l.covers, 0) + l.slot_place > l.most_covers)) as is_over_capacity, bk.*
  from taken l join calls c on c.n = l.n join booked bk on bk.id = c.booking),
recorded as (insert into booking_changes as booking_changes (merchant_id, booking_id, revision, status_before, status, fields, is_undo, is_over_capacity, changed_by, created_at) select $1, d.id, d.revision, d.from_status, d.status, '{}'::jsonb, false, d.is_over_capacity, d.decided_by, d.now from changed d where d.decided_by is not null returning *),
noted as (insert into booking_messages as booking_messages (merchant_id, booking_id, revision, code, created_at) select $1, w.id, w.revision, w.code, w.now from (select d.id, d.revision, d.now, case when c.notify then
    case d.status when 'Confirmed' then 'booking_confirmed' else 'booking_received' end end as code from changed d join calls c on c.n = d.n) w
  where false and w.code is not null or exists (select 1 from message_templates t where t.merchant_id = $1 and t.code = w.code) ),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'bookings.add', c.actor, 'booking ' || d.id, c.reason, json_build_object('customer', d.customer_id, 'date', d.date, 'time', to_char(d.time, 'HH24:MI'),
      'numberOfPeople', d.number_of_people),
    c.address, d.now
  from (select s.* from changed s where s.decided_by is not null) d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(), 'changed', json_build_object('id', s.id, 'storeId', s.store_id, 'date', s.date, 'time', s.time, 'phone', s.phone, 'numberOfPeople', s.number_of_people, 'status', s.status, 'linkEnds', (select extract(epoch from (s.date + s.time) at time zone t.timezone)::bigint
        + 86400
      from merchants m join stores t on t.merchant_id = m.id
      where m.id = $1 and m.booking_links and t.id = s.store_id))) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('store', b.store, 'customer', b.customer, 'periods', b.periods, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case when (select count(*) from spent)
      = (select count(*) from (select distinct p.budget, p.subject from spendings p) p) then true
    else stampbook_refuse('state') end and case when (select count(*) from seats_counted) + (select count(*) from counts_begun)
      = (select count(*) from seats_changed) then true
    else stampbook_refuse('state') end
