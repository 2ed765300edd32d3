with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as booking, $6::bigint as revision, $7::boolean as handles_bookings, $8::text::bigint[] as allowed_stores, $9::bigint as to_store_id, $10::text as to_store_code, $11::text::date as date, $12::text::time as time, $13::int as number_of_people, $14::text as phone, $15::text as notes, $16::boolean as ignore_capacity, $17::bigint as audit_id, $18::text as actor, $19::text as subject, $20::text as reason, $21::text as address, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, bk.id as booking_id, c.revision as revision, s.id as store_id, coalesce(c.date, bk.date) as date, coalesce(c.time, bk.time) as time, coalesce(c.number_of_people, bk.number_of_people) as number_of_people, ((coalesce(c.date, bk.date), coalesce(c.time, bk.time), s.id) is distinct from (bk.date, bk.time, bk.store_id)) as is_moved, coalesce(c.number_of_people > bk.number_of_people, false) as is_larger, coalesce(c.date::text, c.time::text, c.to_store_code) is not null as names_place, s.id as slot_store, s.slot_minutes as slot_minutes, coalesce(c.date, bk.date) as slot_date, mv.slot as slot, (coalesce(c.number_of_people, bk.number_of_people) - case when (s.id, coalesce(c.date, bk.date), mv.slot) is not distinct from (o.id, bk.date, mv.left_slot) then bk.number_of_people else 0 end) as seats, case when s.slot_minutes is not null then s.covers_per_slot end as most_covers, c.ignore_capacity as ignores_capacity, o.id as left_store, bk.date as left_date, case when not ((s.id, coalesce(c.date, bk.date), mv.slot) is not distinct from (o.id, bk.date, mv.left_slot)) then mv.left_slot end as left_slot, coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) as leaves_first, o.slot_minutes as left_minutes, bk.number_of_people as seats_back, sl.covers as first_row, sl2.covers as second_row, case when bk.id is not null then json_build_object(
  'id', bk.id, 'store', json_build_object('id', o.id, 'code', o.code, 'name', o.name), 'user', bk.claim,
  'customer', (select json_build_object('id', c.id, 'name', c.name) from customers c
    where c.merchant_id = $1 and c.id = bk.customer_id),
  'date', bk.date, 'time', bk.time, 'phone', bk.phone, 'numberOfPeople', bk.number_of_people,
  'notes', bk.notes, 'status', bk.status, 'revision', bk.revision,
  'createdAt', to_char((bk.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'decidedAt', to_char((bk.decided_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'decidedBy', (case
    when bk.decided_by ~ '^token:[0-9]{1,18}$' then json_build_object('kind', 'token', 'id', substr(bk.decided_by, 7),
      'name', (select t.name from api_tokens t
        where t.merchant_id = $1 and t.id = substr(bk.decided_by, 7)::bigint))
    when bk.decided_by like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(bk.decided_by, 7),
      'name', (select u.name from staff_users u where u.id = substr(bk.decided_by, 7)))
    when bk.decided_by is not null then json_build_object(
      'kind', case when bk.decided_by = 'guest' then 'guest' else 'service' end, 'id', bk.decided_by, 'name', null)
  end),
  'canUndoUntil', (select to_char((h.created_at + m.booking_undo_minutes * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from booking_changes h join merchants m on m.id = h.merchant_id
    where h.merchant_id = $1 and h.booking_id = bk.id and h.revision = bk.revision and not h.is_undo and h.status <> h.status_before
      and h.status in ('Seated', 'Completed', 'Canceled', 'No-show') and h.changed_by <> 'guest'
      and m.booking_undo_minutes > 0),
  'messages', (select coalesce(json_agg(json_build_object('kind', n.code, 'channel', x.channel, 'state', x.state,
      'createdAt', to_char((x.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'nextAttemptAt', to_char((x.next_attempt_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'endedAt', to_char((x.ended_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lastError', x.last_error) order by x.created_at, x.id), '[]')
    from booking_messages n join outbox_messages x on x.merchant_id = n.merchant_id and x.id = n.message_id
    where n.merchant_id = $1 and n.booking_id = bk.id)) end as booking, case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'today', (c.now at time zone s.timezone)::date, 'time', to_char(c.now at time zone s.timezone, 'HH24:MI:SS'), 'largestParty', s.largest_party, 'openingHours', s.opening_hours, 'specialDay', (
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(coalesce(c.date, bk.date), 'YYYY-MM-DD'))) end as store, json_build_object('id', s.id, 'code', s.code, 'name', s.name) as to_store, (((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and ((c.to_store_code is null or s.id = bk.store_id)
      and coalesce(c.date = bk.date, true) and coalesce(c.time = bk.time, true)
      and coalesce(c.number_of_people = bk.number_of_people, true) and coalesce(c.phone = bk.phone, true)
      and (c.notes is null or nullif(c.notes, '') is not distinct from bk.notes))) or bk.revision = c.revision and ((c.to_store_code is null or s.id = bk.store_id)
      and coalesce(c.date = bk.date, true) and coalesce(c.time = bk.time, true)
      and coalesce(c.number_of_people = bk.number_of_people, true) and coalesce(c.phone = bk.phone, true)
      and (c.notes is null or nullif(c.notes, '') is not distinct from bk.notes))) as is_repeated,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (c.handles_bookings) is not true then 'callerHandlesBookings'
      when (bk.id is not null) is not true then 'bookingExists'
      when (c.allowed_stores is null or bk.store_id = any (c.allowed_stores)
        and (s.id is null or s.id = any (c.allowed_stores))) is not true then 'storesAreCallers'
      when ((((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and ((c.to_store_code is null or s.id = bk.store_id)
      and coalesce(c.date = bk.date, true) and coalesce(c.time = bk.time, true)
      and coalesce(c.number_of_people = bk.number_of_people, true) and coalesce(c.phone = bk.phone, true)
      and (c.notes is null or nullif(c.notes, '') is not distinct from bk.notes)))) or (bk.revision = c.revision)) is not true then 'bookingIsAsSeen'
      when ((((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and ((c.to_store_code is null or s.id = bk.store_id)
      and coalesce(c.date = bk.date, true) and coalesce(c.time = bk.time, true)
      and coalesce(c.number_of_people = bk.number_of_people, true) and coalesce(c.phone = bk.phone, true)
      and (c.notes is null or nullif(c.notes, '') is not distinct from bk.notes)))) or (bk.status in ('Requested', 'Confirmed') or bk.status = 'Seated' and not coalesce(c.date::text, c.time::text, c.to_store_code) is not null)) is not true then 'statusAllowsChange'
      when (s.id is not null) is not true then 'storeExists'
      when (not ((coalesce(c.date, bk.date), coalesce(c.time, bk.time), s.id) is distinct from (bk.date, bk.time, bk.store_id)) or s.is_active) is not true then 'storeIsActive'
      when (not ((coalesce(c.date, bk.date), coalesce(c.time, bk.time), s.id) is distinct from (bk.date, bk.time, bk.store_id)) or (coalesce(c.date, bk.date) + coalesce(c.time, bk.time) >= date_trunc('minute', c.now at time zone s.timezone))) is not true then 'timeHasNotPassed'
      when (not ((coalesce(c.date, bk.date), coalesce(c.time, bk.time), s.id) is distinct from (bk.date, bk.time, bk.store_id)) or ((coalesce(c.date, bk.date) + coalesce(c.time, bk.time)) at time zone s.timezone
        at time zone s.timezone = coalesce(c.date, bk.date) + coalesce(c.time, bk.time))) is not true then 'clockShowsTime'
      when (not ((coalesce(c.date, bk.date), coalesce(c.time, bk.time), s.id) is distinct from (bk.date, bk.time, bk.store_id)) or (s.opening_hours is null and (
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(coalesce(c.date, bk.date), 'YYYY-MM-DD')) is null
        or exists (
          select 1 from jsonb_array_elements(coalesce((
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(coalesce(c.date, bk.date), 'YYYY-MM-DD')) -> 'hours',
            s.opening_hours -> extract(isodow from coalesce(c.date, bk.date))::text)) as h
          where h->>'from' <= to_char(coalesce(c.time, bk.time), 'HH24:MI') and (to_char(coalesce(c.time, bk.time), 'HH24:MI') < h->>'to' or h->>'to' <= h->>'from'))
        or exists (
          select 1 from jsonb_array_elements(coalesce((
          select d.day from jsonb_array_elements(s.special_days) as d (day)
          where d.day->>'date' = to_char(coalesce(c.date, bk.date) - 1, 'YYYY-MM-DD')) -> 'hours',
            s.opening_hours -> extract(isodow from coalesce(c.date, bk.date) - 1)::text)) as h
          where h->>'to' <= h->>'from' and to_char(coalesce(c.time, bk.time), 'HH24:MI') < h->>'to'))) is not true then 'storeIsOpen'
      when (not (((coalesce(c.date, bk.date), coalesce(c.time, bk.time), s.id) is distinct from (bk.date, bk.time, bk.store_id)) or coalesce(c.number_of_people > bk.number_of_people, false)) or s.largest_party is null or coalesce(c.number_of_people, bk.number_of_people) <= s.largest_party) is not true then 'partyFits'
      when ((coalesce(c.number_of_people, bk.number_of_people) - case when (s.id, coalesce(c.date, bk.date), mv.slot) is not distinct from (o.id, bk.date, mv.left_slot) then bk.number_of_people else 0 end) <= 0 or case when s.slot_minutes is not null then s.covers_per_slot end is null or c.ignore_capacity
        or coalesce(case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then sl2.covers else sl.covers end, 0) + (coalesce(c.number_of_people, bk.number_of_people) - case when (s.id, coalesce(c.date, bk.date), mv.slot) is not distinct from (o.id, bk.date, mv.left_slot) then bk.number_of_people else 0 end) <= case when s.slot_minutes is not null then s.covers_per_slot end) is not true then 'slotHasRoom' end as refused
  from calls c
  left join lateral (select bk.* from bookings bk where bk.merchant_id = $1
    and bk.id = c.booking) bk on true
  left join lateral (select o.* from stores o where o.merchant_id = $1
    and o.id = bk.store_id) o on true
  left join lateral (select s.* from stores s where s.merchant_id = $1
    and s.id = coalesce(case when c.to_store_code is not null then coalesce(
      (select s_id.id from stores s_id where s_id.merchant_id = $1
        and s_id.id = c.to_store_id and c.to_store_code not like '0%'),
      (select s_code.id from stores s_code where s_code.merchant_id = $1
        and s_code.code_key = c.to_store_code), 0) end, bk.store_id)) s on true
  left join lateral (select date_bin(o.slot_minutes * interval '1 minute', date '2000-01-01' + bk.time, '2000-01-01')::time as left_slot,
    date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + coalesce(c.time, bk.time), '2000-01-01')::time as slot) mv on true
  
  left join lateral (select sl.* from booking_slots sl where sl.merchant_id = $1
    and sl.store_id = case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then o.id else s.id end and sl.date = case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then bk.date else coalesce(c.date, bk.date) end and sl.slot = case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then case when not ((s.id, coalesce(c.date, bk.date), mv.slot) is not distinct from (o.id, bk.date, mv.left_slot)) then mv.left_slot end else mv.slot end limit 1) sl on true
  left join lateral (select sl2.* from booking_slots sl2 where sl2.merchant_id = $1
    and sl2.store_id = case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then s.id else o.id end and sl2.date = case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then coalesce(c.date, bk.date) else bk.date end and sl2.slot = case when coalesce(mv.left_slot is not null and (o.id, bk.date, mv.left_slot) < (s.id, coalesce(c.date, bk.date), mv.slot), false) then mv.slot else case when not ((s.id, coalesce(c.date, bk.date), mv.slot) is not distinct from (o.id, bk.date, mv.left_slot)) then mv.left_slot end end limit 1) sl2 on true
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new and is_repeated is not true
),
locked as materialized (
  select * from (
  select b.n, b.key, b.fingerprint, b.now, b.booking_id, b.revision, b.store_id, b.date, b.time, b.number_of_people, b.is_moved, b.is_larger, b.names_place, b.slot_store, b.slot_minutes, b.slot_date, b.slot, b.seats, b.most_covers, b.ignores_capacity, b.left_store, b.left_date, b.left_slot, b.leaves_first, b.left_minutes, b.seats_back, b.first_row, b.second_row, bk.status as from_status, bk.store_id as from_store, bk.date as from_date, bk.time as from_time, bk.number_of_people as from_people, bk.phone as from_phone, bk.notes as from_notes, sl.covers as first_covers, sl2.covers as second_covers, greatest(b.seats, 0) as slot_place
  from able b 
  cross join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = b.slot_store
      and s.slot_minutes is not distinct from b.slot_minutes
      and (not b.is_moved or s.is_active)
      and (not b.is_moved or (b.date + b.time >= date_trunc('minute', b.now at time zone s.timezone)))
      and (not b.is_moved or ((b.date + b.time) at time zone s.timezone
        at time zone s.timezone = b.date + b.time))
      and (not b.is_moved or (s.opening_hours is null and (
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
          where h->>'to' <= h->>'from' and to_char(b.time, 'HH24:MI') < h->>'to')))
      and (not (b.is_moved or b.is_larger) or s.largest_party is null or b.number_of_people <= s.largest_party)
    for key share of s skip locked) s
  cross join lateral (select o.* from stores o
    where o.merchant_id = $1 and o.id = b.left_store
      and o.slot_minutes is not distinct from b.left_minutes
    for key share of o skip locked) o
  cross join lateral (select bk.* from bookings bk
    where bk.merchant_id = $1 and bk.id = b.booking_id
      and (bk.revision = b.revision)
      and (bk.status in ('Requested', 'Confirmed') or bk.status = 'Seated' and not b.names_place)
    for no key update of bk skip locked) bk
  left join lateral (select sl.* from booking_slots sl
    where sl.merchant_id = $1 and sl.store_id = case when b.leaves_first then b.left_store else b.slot_store end and sl.date = case when b.leaves_first then b.left_date else b.slot_date end and sl.slot = case when b.leaves_first then b.left_slot else b.slot end
    for no key update of sl skip locked) sl on true
  left join lateral (select sl2.* from booking_slots sl2
    where sl2.merchant_id = $1 and sl2.store_id = case when b.leaves_first then b.slot_store else b.left_store end and sl2.date = case when b.leaves_first then b.slot_date else b.left_date end and sl2.slot = case when b.leaves_first then b.slot else b.left_slot end
    for no key update of sl2 skip locked) sl2 on true
  where (sl.merchant_id is not null or b.first_row is null) and (sl2.merchant_id is not null or b.second_row is null)) l where (l.seats <= 0 or l.ignores_capacity or not (l.most_covers is not null and coalesce(case when l.leaves_first then l.second_covers else l.first_covers end, 0) + l.slot_place > l.most_covers))
),
seats_changed as (
  select store_id, date, slot, sum(seats) as seats from (
    select l.slot_store as store_id, l.slot_date as date, l.slot as slot, l.seats as seats
    from locked l where l.slot is not null and l.seats <> 0 and true union all 
    select l.left_store as store_id, l.left_date as date, l.left_slot as slot, -l.seats_back as seats
    from locked l where l.left_slot is not null and -l.seats_back <> 0 and true) t
  group by store_id, date, slot),
seats_counted as (
  update booking_slots sl set covers = sl.covers + t.seats
  from seats_changed t where sl.merchant_id = $1 and sl.store_id = t.store_id and sl.date = t.date and sl.slot = t.slot
  returning t.store_id, t.date, t.slot),
counts_begun as (insert into booking_slots as booking_slots (merchant_id, store_id, date, slot, covers) select $1, t.store_id, t.date, t.slot, t.seats from seats_changed t where (t.store_id, t.date, t.slot) not in
    (select k.store_id, k.date, k.slot from seats_counted k)
  order by t.store_id, t.date, t.slot on conflict do nothing returning 1),
changed as (
  update bookings bk set store_id = l.store_id, date = l.date, time = l.time, number_of_people = l.number_of_people, phone = coalesce(c.phone, bk.phone), notes = case when c.notes is null then bk.notes else nullif(c.notes, '') end, revision = bk.revision + 1, recorded_revision = case when bk.recorded_revision = bk.revision then bk.revision + 1
    else bk.recorded_revision end, decided_at = l.now, decided_by = c.actor
  from locked l join calls c on c.n = l.n where bk.merchant_id = $1 and bk.id = l.booking_id and true
  returning l.n, l.key, l.now, l.from_status, l.from_store, l.from_date, l.from_time, l.from_people,
      l.from_phone, l.from_notes, (l.seats > 0 and (l.most_covers is not null and coalesce(case when l.leaves_first then l.second_covers else l.first_covers end, 0) + l.slot_place > l.most_covers)) as is_over_capacity, bk.*),
recorded as (insert into booking_changes as booking_changes (merchant_id, booking_id, revision, status_before, status, fields, is_undo, is_over_capacity, changed_by, created_at) select $1, d.id, d.revision, d.from_status, d.status, (select coalesce(jsonb_object_agg(f.name, jsonb_build_array(f.before, f.after)), '{}')
    from (values ('store', to_jsonb(d.from_store), to_jsonb(d.store_id)),
      ('date', to_jsonb(d.from_date), to_jsonb(d.date)),
      ('time', to_jsonb(d.from_time), to_jsonb(d.time)),
      ('number_of_people', to_jsonb(d.from_people), to_jsonb(d.number_of_people)),
      ('phone', to_jsonb(d.from_phone), to_jsonb(d.phone)),
      ('notes', to_jsonb(coalesce(d.from_notes, '')), to_jsonb(coalesce(d.notes, '')))) as f (name, before, after)
    where f.before <> f.after), false, d.is_over_capacity, d.decided_by, d.now from changed d where true returning *),
noted as (insert into booking_messages as booking_messages (merchant_id, booking_id, revision, code, created_at) select $1, w.id, w.revision, w.code, w.now from (select d.id, d.revision, d.now, case when d.status in ('Requested', 'Confirmed')
    and (d.date, d.time, d.store_id, d.number_of_people)
      is distinct from (d.from_date, d.from_time, d.from_store, d.from_people) then 'booking_changed' end as code from changed d join calls c on c.n = d.n) w
  where false and w.code is not null or exists (select 1 from message_templates t where t.merchant_id = $1 and t.code = w.code) ),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, 'bookings.change', c.actor, c.subject, c.reason, (select coalesce(jsonb_object_agg(f.name, case when f.name = 'stores'
      then jsonb_build_object('from', jsonb_build_array(f.before), 'to', jsonb_build_array(f.after))
      else jsonb_build_object('from', f.before, 'to', f.after) end), '{}')
    from (values ('stores', to_jsonb(d.from_store), to_jsonb(d.store_id)),
      ('date', to_jsonb(d.from_date), to_jsonb(d.date)),
      ('time', to_jsonb(d.from_time), to_jsonb(d.time)),
      ('numberOfPeople', to_jsonb(d.from_people), to_jsonb(d.number_of_people)),
      ('phone', to_jsonb(d.from_phone), to_jsonb(d.phone)),
      ('notes', to_jsonb(coalesce(d.from_notes, '')), to_jsonb(coalesce(d.notes, '')))) as f (name, before, after)
    where f.before <> f.after),
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(
  'id', s.id, 'store', b.to_store, 'user', s.claim,
  'customer', (select json_build_object('id', c.id, 'name', c.name) from customers c
    where c.merchant_id = $1 and c.id = s.customer_id),
  'date', s.date, 'time', s.time, 'phone', s.phone, 'numberOfPeople', s.number_of_people,
  'notes', s.notes, 'status', s.status, 'revision', s.revision,
  'createdAt', to_char((s.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'decidedAt', to_char((s.decided_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'decidedBy', (case
    when s.decided_by ~ '^token:[0-9]{1,18}$' then json_build_object('kind', 'token', 'id', substr(s.decided_by, 7),
      'name', (select t.name from api_tokens t
        where t.merchant_id = $1 and t.id = substr(s.decided_by, 7)::bigint))
    when s.decided_by like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(s.decided_by, 7),
      'name', (select u.name from staff_users u where u.id = substr(s.decided_by, 7)))
    when s.decided_by is not null then json_build_object(
      'kind', case when s.decided_by = 'guest' then 'guest' else 'service' end, 'id', s.decided_by, 'name', null)
  end),
  'canUndoUntil', (select to_char((h.created_at + m.booking_undo_minutes * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from recorded h join merchants m on m.id = h.merchant_id
    where h.merchant_id = $1 and h.booking_id = s.id and h.revision = s.revision and not h.is_undo and h.status <> h.status_before
      and h.status in ('Seated', 'Completed', 'Canceled', 'No-show') and h.changed_by <> 'guest'
      and m.booking_undo_minutes > 0),
  'messages', (select coalesce(json_agg(json_build_object('kind', n.code, 'channel', x.channel, 'state', x.state,
      'createdAt', to_char((x.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'nextAttemptAt', to_char((x.next_attempt_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'endedAt', to_char((x.ended_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lastError', x.last_error) order by x.created_at, x.id), '[]')
    from booking_messages n join outbox_messages x on x.merchant_id = n.merchant_id and x.id = n.message_id
    where n.merchant_id = $1 and n.booking_id = s.id)), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
)
select b.n, case when d.n is null then json_build_object('booking', b.booking, 'store', b.store, 'toStore', b.to_store, 'isRepeated', b.is_repeated, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case when (select count(*) from seats_counted) + (select count(*) from counts_begun)
      = (select count(*) from seats_changed) then true
    else stampbook_refuse('state') end
