with
calls as not materialized (select 0 as n, $3::text as key, $4::text as fingerprint, $5::bigint as booking, $6::bigint as revision, $7::text as to_status, $8::boolean as handles_bookings, $9::text::bigint[] as allowed_stores, $10::text as email, $11::text as member_id, $12::text as mobile_number, $13::bigint as first_id, $14::bigint as customer, $15::bigint as audit_id, $16::text as actor, $17::text as subject, $18::text as reason, $19::text as address, $20::text as action, $21::boolean as notify, statement_timestamp() + $2 * interval '1 millisecond' as now),
seen as materialized (
  select c.n, c.key, c.fingerprint, c.now as now, bk.id as booking_id, c.revision as revision, c.to_status as to_status, s.timezone as timezone, s.id as slot_store, s.slot_minutes as slot_minutes, bk.date as slot_date, date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + bk.time, '2000-01-01')::time as slot, (bk.number_of_people * ((coalesce(c.to_status, bk.status) not in ('Canceled', 'No-show'))::int - (bk.status not in ('Canceled', 'No-show'))::int)) as seats, case when s.slot_minutes is not null then s.covers_per_slot end as most_covers, true as ignores_capacity, sl.covers as slot_row, u.id as customer_id, case when bk.id is not null then json_build_object(
  'id', bk.id, 'store', json_build_object('id', s.id, 'code', s.code, 'name', s.name), 'user', bk.claim,
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
    where n.merchant_id = $1 and n.booking_id = bk.id)) end as booking, case when s.id is not null then json_build_object('id', s.id) end as store, to_char(c.now at time zone s.timezone, 'YYYY-MM-DD HH24:MI:SS') as local_time, case when u.id is not null then json_build_object('id', u.id, 'email', u.email) end as customer, ((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and coalesce(c.to_status = bk.status, bk.customer_id = u.id)) as is_repeated,
    null::json as kept, false as is_due, false as lacks, true as is_new,
    case
      when (c.handles_bookings) is not true then 'callerHandlesBookings'
      when (bk.id is not null) is not true then 'bookingExists'
      when (c.allowed_stores is null or s.id = any (c.allowed_stores)) is not true then 'storeIsCallers'
      when ((((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and coalesce(c.to_status = bk.status, bk.customer_id = u.id))) or (bk.revision = c.revision)) is not true then 'bookingIsAsSeen'
      when ((((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and coalesce(c.to_status = bk.status, bk.customer_id = u.id))) or (c.to_status is null or (bk.status, c.to_status) in (('Requested', 'Confirmed'), ('Requested', 'Seated'), ('Requested', 'Canceled'), ('Requested', 'No-show'), ('Confirmed', 'Seated'), ('Confirmed', 'Canceled'), ('Confirmed', 'No-show'), ('Seated', 'Completed'), ('No-show', 'Seated')))) is not true then 'statusMayFollow'
      when ((((bk.revision = c.revision + 1 and bk.decided_by = c.actor) and coalesce(c.to_status = bk.status, bk.customer_id = u.id))) or (c.to_status is distinct from 'No-show'
        or bk.date + bk.time <= date_trunc('second', c.now at time zone s.timezone))) is not true then 'noShowIsDue'
      when ((c.to_status is not null) or (u.id is not null)) is not true then 'matchedCustomerExists' end as refused
  from calls c
  left join lateral (select bk.* from bookings bk where bk.merchant_id = $1
    and bk.id = c.booking) bk on true
  left join lateral (select s.* from stores s where s.merchant_id = $1
    and s.id = bk.store_id) s on true
  left join lateral (select sl.* from booking_slots sl where sl.merchant_id = $1
    and sl.store_id = s.id and sl.date = bk.date and sl.slot = date_bin(s.slot_minutes * interval '1 minute', date '2000-01-01' + bk.time, '2000-01-01')::time limit 1) sl on true
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
),
able as (select * from seen where refused is null and is_due is not true and not lacks and is_new and is_repeated is not true
),
locked as materialized (
  select * from (
  select b.n, b.key, b.fingerprint, b.now, b.booking_id, b.revision, b.to_status, b.timezone, b.slot_store, b.slot_minutes, b.slot_date, b.slot, b.seats, b.most_covers, b.ignores_capacity, b.slot_row, b.customer_id, bk.status as from_status, bk.customer_id as from_customer, sl.covers as covers, greatest(b.seats, 0) as slot_place
  from able b 
  cross join lateral (select s.* from stores s
    where s.merchant_id = $1 and s.id = b.slot_store
      and s.slot_minutes is not distinct from b.slot_minutes
    for key share of s skip locked) s
  cross join lateral (select bk.* from bookings bk
    where bk.merchant_id = $1 and bk.id = b.booking_id
      and (bk.revision = b.revision)
      and (b.to_status is null or (bk.status, b.to_status) in (('Requested', 'Confirmed'), ('Requested', 'Seated'), ('Requested', 'Canceled'), ('Requested', 'No-show'), ('Confirmed', 'Seated'), ('Confirmed', 'Canceled'), ('Confirmed', 'No-show'), ('Seated', 'Completed'), ('No-show', 'Seated')))
      and (b.to_status is distinct from 'No-show'
        or bk.date + bk.time <= date_trunc('second', b.now at time zone b.timezone))
    for no key update of bk skip locked) bk
  left join lateral (select sl.* from booking_slots sl
    where sl.merchant_id = $1 and sl.store_id = b.slot_store and sl.date = b.slot_date and sl.slot = b.slot
    for no key update of sl skip locked) sl on true
  left join lateral (select u.* from customers u
    where u.merchant_id = $1 and u.id = b.customer_id and u.anonymized_at is null
    for key share of u skip locked) u on true
  where (sl.merchant_id is not null or b.slot_row is null) and (u.merchant_id is not null or b.customer_id is null)) l where (l.seats <= 0 or l.ignores_capacity or not (l.most_covers is not null and coalesce(l.covers, 0) + l.slot_place > l.most_covers))
),
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
changed as (
  update bookings bk set status = coalesce(l.to_status, bk.status), revision = bk.revision + 1, recorded_revision = case when bk.recorded_revision = bk.revision then bk.revision + 1
    else bk.recorded_revision end, customer_id = case when l.to_status is null then l.customer_id else bk.customer_id end, decided_at = l.now, decided_by = c.actor
  from locked l join calls c on c.n = l.n where bk.merchant_id = $1 and bk.id = l.booking_id and true
  returning l.n, l.key, l.now, l.from_status, l.from_customer,
      (l.seats > 0 and (l.most_covers is not null and coalesce(l.covers, 0) + l.slot_place > l.most_covers)) as is_over_capacity, bk.*),
recorded as (insert into booking_changes as booking_changes (merchant_id, booking_id, revision, status_before, status, fields, is_undo, is_over_capacity, changed_by, created_at) select $1, d.id, d.revision, d.from_status, d.status, case when d.customer_id is distinct from d.from_customer
    then jsonb_build_object('customer', jsonb_build_array(d.from_customer, d.customer_id)) else '{}' end, false, d.is_over_capacity, d.decided_by, d.now from changed d where true returning *),
noted as (insert into booking_messages as booking_messages (merchant_id, booking_id, revision, code, created_at) select $1, w.id, w.revision, w.code, w.now from (select d.id, d.revision, d.now, case when d.status = d.from_status then null
    when d.status = 'Confirmed' then 'booking_confirmed'
    when d.status = 'Canceled' and c.notify then
      case d.from_status when 'Requested' then 'booking_declined' else 'booking_canceled' end end as code from changed d join calls c on c.n = d.n) w
  where false and w.code is not null or exists (select 1 from message_templates t where t.merchant_id = $1 and t.code = w.code) ),
entry as (
  insert into audit_entries as e (merchant_id, id, action, actor, subject, reason, details, address,
    created_at)
  select $1, c.audit_id, c.action, c.actor, c.subject, c.reason, case when c.to_status is null then json_build_object('customer', d.customer_id)
      else json_build_object('from', d.from_status, 'to', d.status) end,
    c.address, d.now
  from changed d join calls c on c.n = d.n
  returning e.id),
done as (
  select s.n, s.key, json_build_object('frame', json_build_object(
  'id', s.id, 'store', b.booking->'store', 'user', s.claim,
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
select b.n, case when d.n is null then json_build_object('booking', b.booking, 'store', b.store, 'localTime', b.local_time, 'customer', b.customer, 'isRepeated', b.is_repeated, 'refused', b.refused, 'isDue', b.is_due, 'kept', b.kept) end as seen, d.outcome as done
from seen b left join done d on d.n = b.n
where case when (select count(*) from seats_counted) + (select count(*) from counts_begun)
      = (select count(*) from seats_changed) then true
    else stampbook_refuse('state') end
