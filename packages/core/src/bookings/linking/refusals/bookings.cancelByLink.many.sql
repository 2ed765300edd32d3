with
calls as materialized (
  select c.*, statement_timestamp() + $2 * interval '1 millisecond' as now from json_to_recordset($3) as c(n int, key text, fingerprint text, booking bigint, link_ends bigint)
),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, bk.id as booking_id, bk.revision as revision, s.id as slot_store, s.slot_minutes as slot_minutes, bk.date as slot_date, date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + bk.time, '2000-01-01')::time as slot, (bk.number_of_people * (('Canceled' not in ('Canceled', 'No-show'))::int - (bk.status not in ('Canceled', 'No-show'))::int)) as seats, case when s.slot_minutes is not null then s.covers_per_slot end as most_covers, true as ignores_capacity, sl.covers as slot_row, case when bk.id is not null then json_build_object('id', bk.id, 'date', bk.date, 'time', bk.time, 'numberOfPeople', bk.number_of_people, 'status', bk.status, 'canCancel', (bk.status in ('Requested', 'Confirmed') and c.now < (((bk.date + bk.time) at time zone s.timezone) - m.booking_cancel_minutes * interval '1 minute')), 'cancelUntil', to_char((((bk.date + bk.time) at time zone s.timezone) - m.booking_cancel_minutes * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'store', json_build_object('name', coalesce(nullif(s.display_name, ''), s.name), 'address', s.address, 'phone', s.phone, 'timezone', s.timezone), 'merchant', json_build_object('name', m.name, 'country', m.country)) end as booking, (bk.status = 'Canceled') as is_repeated,
    case when k.outcome is not null then json_build_object(
      'fingerprint', k.fingerprint, 'outcome', k.outcome) end as kept, false as is_due, false as lacks, k.fingerprint is null as is_new,
    case
      when (bk.id is not null) is not true then 'linkOpensBooking'
      when (((bk.status = 'Canceled')) or ((bk.status in ('Requested', 'Confirmed') and c.now < (((bk.date + bk.time) at time zone s.timezone) - m.booking_cancel_minutes * interval '1 minute')))) is not true then 'isInTime' end as refused
  from calls c
  left join lateral (select m.* from merchants m where m.id = $1 limit 1) m on true
  left join lateral (select bk.* from bookings bk where bk.merchant_id = $1
    and bk.id = c.booking and (bk.claim <> '' and m.booking_links and c.now < to_timestamp(c.link_ends)) limit 1) bk on true
  left join lateral (select s.* from stores s where s.merchant_id = $1
    and s.id = bk.store_id limit 1) s on true
  left join lateral (select sl.* from booking_slots sl where sl.merchant_id = $1
    and sl.store_id = s.id and sl.date = bk.date and sl.slot = date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + bk.time, '2000-01-01')::time limit 1) sl on true
  left join lateral (select k.fingerprint, o.outcome from idempotency_keys k
      left join idempotency_outcomes o
        on o.merchant_id = $1 and o.operation = 'bookings.cancelByLink' and o.key = c.key
    where k.merchant_id = $1 and k.operation = 'bookings.cancelByLink' and k.key = c.key
      and k.created_at > c.now - interval '7 days' limit 1) k on true
),
able as (
  select * from (select *, row_number() over (partition by booking_id order by n) as of_booking_id,
      row_number() over (partition by key order by n) as of_key
    from seen where refused is null and is_due is not true and not lacks and is_new and is_repeated is not true) ranked
  where (of_booking_id = 1 or booking_id is null)
    and (of_key = 1 or key is null)
  order by booking_id
),
locked as materialized (
  select * from (
  select b.n, b.key, b.fingerprint, b.now, b.booking_id, b.revision, b.slot_store, b.slot_minutes, b.slot_date, b.slot, b.seats, b.most_covers, b.ignores_capacity, b.slot_row, bk.status as from_status, sl.covers as covers, sum(greatest(b.seats, 0)) over (partition by b.slot_store, b.slot_date, b.slot order by b.n) as slot_place
  from able b 
  cross join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = b.slot_store
      and s.slot_minutes is not distinct from b.slot_minutes
    for key share of s skip locked) s
  cross join lateral (select bk.* from bookings bk
    where bk.merchant_id = $1 and bk.id = b.booking_id
      and bk.revision is not distinct from b.revision
    for no key update of bk skip locked) bk
  left join lateral (select sl.* from booking_slots sl
    where sl.merchant_id = $1 and sl.store_id = b.slot_store and sl.date = b.slot_date and sl.slot = b.slot
    for no key update of sl skip locked) sl on true
  where (sl.merchant_id is not null or b.slot_row is null)) l where (l.seats <= 0 or l.ignores_capacity or not (l.most_covers is not null and coalesce(l.covers, 0) + l.slot_place > l.most_covers))
),
owned as (
  insert into idempotency_keys as k (merchant_id, operation, key, fingerprint, created_at)
  select $1, 'bookings.cancelByLink', l.key, l.fingerprint, l.now
  from locked l where l.key is not null order by l.key
  on conflict (merchant_id, operation, key) do update
    set fingerprint = excluded.fingerprint, created_at = excluded.created_at
    where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'
  returning k.key
),
seats_changed as (
  select store_id, date, slot, sum(seats) as seats from (
    select l.slot_store as store_id, l.slot_date as date, l.slot as slot, l.seats as seats
    from locked l where l.slot is not null and l.seats <> 0 and (l.key is null or l.key in (select key from owned))) t
  group by store_id, date, slot),
seats_counted as (
  update booking_slots sl set covers = sl.covers + t.seats
  from seats_changed t where sl.merchant_id = $1 and sl.store_id = t.store_id and sl.date = t.date and sl.slot = t.slot
  returning t.store_id, t.date, t.slot),
counts_begun as (insert into booking_slots as booking_slots (merchant_id, store_id, date, slot, covers) select $1, t.store_id, t.date, t.slot, t.seats from seats_changed t where (t.store_id, t.date, t.slot) not in
    (select k.store_id, k.date, k.slot from seats_counted k)
  order by t.store_id, t.date, t.slot on conflict do nothing returning 1),
changed as (
  update bookings bk set status = 'Canceled', revision = bk.revision + 1, recorded_revision = case when bk.recorded_revision = bk.revision then bk.revision + 1
    else bk.recorded_revision end, decided_at = l.now, decided_by = 'guest'
  from locked l where bk.merchant_id = $1 and bk.id = l.booking_id and (l.key is null or l.key in (select key from owned))
  returning l.n, l.key, l.now, l.from_status, bk.*),
recorded as (insert into booking_changes as booking_changes (merchant_id, booking_id, revision, status_before, status, fields, is_undo, is_over_capacity, changed_by, created_at) select $1, d.id, d.revision, d.from_status, d.status, '{}'::jsonb, false, false, d.decided_by, d.now from changed d where true returning *),
noted as (insert into booking_messages as booking_messages (merchant_id, booking_id, revision, code, created_at) select $1, w.id, w.revision, w.code, w.now from (select d.id, d.revision, d.now, 'booking_canceled' as code from changed d join calls c on c.n = d.n) w
  where false and w.code is not null or exists (select 1 from message_templates t where t.merchant_id = $1 and t.code = w.code) ),
done as (
  select s.n, s.key, json_build_object('frame', (b.booking::jsonb
    || jsonb_build_object('status', s.status, 'canCancel', false)), 'changed', json_build_object()) as outcome
  from changed s join seen b on b.n = s.n join calls c on c.n = s.n
),
outcome as (
  insert into idempotency_outcomes as o (merchant_id, operation, key, outcome)
  select $1, 'bookings.cancelByLink', d.key, d.outcome from done d where d.key is not null
  on conflict (merchant_id, operation, key) do update set outcome = excluded.outcome
  returning o.key
)
select b.n, case when d.n is null then json_build_object('booking', b.booking, 'isRepeated', b.is_repeated, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case
    when (select count(*) from owned) = (select count(*) from done where key is not null) then true
    else stampbook_refuse('state') end and case when (select count(*) from seats_counted) + (select count(*) from counts_begun)
      = (select count(*) from seats_changed) then true
    else stampbook_refuse('state') end
