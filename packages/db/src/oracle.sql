-- The invariants of redemptions, for one merchant ($1). Each returned row is a violation. Its name
-- starts with the invariant's number. T20: an identifier finds its own customer and no other. I1: a
-- voucher is spent once. I2: a dynamic value is the sum of its ledger. I3: stamps are the sum of
-- their ledger. I4: promo codes keep their limits. I5: a cancel gives everything back exactly once.
-- I6: lines agree with their redemption. I9: an authorization is spent once. I11: a key has an
-- outcome. R: the records that a redemption names exist.

with scope as (select $1::bigint as merchant_id)

select 'I1 a voucher spent whole is closed, and closed vouchers were spent' as invariant,
       v.id as subject, 'voucher ' || v.id || ' was spent and is open' as detail
from scope s join vouchers v using (merchant_id)
where v.redeemed_at is null and exists (
  select 1 from redemption_lines l
  where l.merchant_id = v.merchant_id and l.voucher_id = v.id and l.spends_voucher)

union all
select 'I1 a voucher spent whole is closed, and closed vouchers were spent', v.id, 'voucher ' || v.id || ' is closed and nobody spent it'
from scope s join vouchers v using (merchant_id)
-- imported vouchers may have been spent before the import, so they are left out
where v.remaining_value is null and v.redeemed_at > v.created_at and not exists (
  select 1 from redemption_lines l
  where l.merchant_id = v.merchant_id and l.voucher_id = v.id and l.spends_voucher)

union all
select 'I1 a voucher is spent whole at most once', l.voucher_id, 'voucher ' || l.voucher_id || ' was spent ' || count(*) || ' times'
from scope s join redemption_lines l using (merchant_id)
where l.spends_voucher
group by l.voucher_id having count(*) > 1

union all
select 'I1 a voucher is redeemed by its owner', v.id, 'voucher ' || v.id || ' of customer ' || coalesce(v.customer_id::text, 'nobody') || ' in redemption ' || r.id || ' of customer ' || r.customer_id
from scope s join redemption_lines l using (merchant_id)
join vouchers v on v.merchant_id = l.merchant_id and v.id = l.voucher_id
join redemptions r on r.merchant_id = l.merchant_id and r.id = l.redemption_id
where v.customer_id is distinct from r.customer_id

union all
select 'I2 what is left of a voucher is the sum of its ledger', v.id,
       'voucher ' || v.id || ' has ' || v.remaining_value || ' left, its ledger says ' || coalesce(e.sum, 0)
from scope s join vouchers v using (merchant_id)
left join (select e.merchant_id, e.voucher_id, sum(e.delta) as sum
           from scope s join voucher_value_entries e using (merchant_id) group by 1, 2) e
  on e.merchant_id = v.merchant_id and e.voucher_id = v.id
where v.remaining_value is not null and v.remaining_value <> coalesce(e.sum, 0)

union all
select 'I2 a dynamic voucher is open exactly while something is left', v.id,
       'voucher ' || v.id || ' has ' || v.remaining_value || ' left, redeemed_at ' || coalesce(v.redeemed_at::text, 'null')
from scope s join vouchers v using (merchant_id)
where v.remaining_value is not null
  and (v.remaining_value not between 0 and v.value or (v.redeemed_at is null) <> (v.remaining_value > 0))

union all
select 'I2 a voucher without a dynamic value has no ledger', e.voucher_id, 'voucher ' || e.voucher_id
from scope s join voucher_value_entries e using (merchant_id)
join vouchers v on v.merchant_id = e.merchant_id and v.id = e.voucher_id
where v.remaining_value is null

union all
select 'I2 each value line has its ledger entry', l.redemption_id,
       'redemption ' || l.redemption_id || ' took ' || l.value || ', the ledger says ' || coalesce((-e.delta)::text, 'nothing')
from scope s join redemption_lines l using (merchant_id)
left join voucher_value_entries e on e.merchant_id = l.merchant_id and e.voucher_id = l.voucher_id
  and e.cause = 'redemption' and e.cause_id = l.redemption_id
where l.value is not null and e.delta is distinct from -l.value

union all
select 'I2 each value entry has its redemption', e.cause_id, 'voucher ' || e.voucher_id || ', ' || e.cause || ' ' || e.cause_id
from scope s join voucher_value_entries e using (merchant_id)
where e.cause <> 'opening' and not exists (
  select 1 from redemption_lines l
  where l.merchant_id = e.merchant_id and l.redemption_id = e.cause_id and l.voucher_id = e.voucher_id and l.value is not null)

union all
select 'I3 stamps are the sum of their ledger', m.customer_id,
       'customer ' || m.customer_id || ' has ' || m.stamps || ', the ledger says ' || coalesce(e.sum, 0)
from scope s join memberships m using (merchant_id)
left join (select e.merchant_id, e.customer_id, sum(e.delta) as sum
           from scope s join stamp_entries e using (merchant_id) group by 1, 2) e
  on e.merchant_id = m.merchant_id and e.customer_id = m.customer_id
where m.stamps <> coalesce(e.sum, 0) or m.stamps < 0

union all
select 'I3 the stamps that are owed are the sum of their ledger', m.customer_id,
       'customer ' || m.customer_id || ' owes ' || m.stamps_owed || ', the ledger says ' || coalesce(d.sum, 0)
from scope s join memberships m using (merchant_id)
left join (select d.merchant_id, d.customer_id, sum(d.delta) as sum
           from scope s join stamp_debts d using (merchant_id) group by 1, 2) d
  on d.merchant_id = m.merchant_id and d.customer_id = m.customer_id
where m.stamps_owed <> coalesce(d.sum, 0) or m.stamps_owed < 0

union all
select 'I3 each payment of a debt is in both ledgers', coalesce(d.customer_id, e.customer_id),
       'customer ' || coalesce(d.customer_id, e.customer_id) || ', ' || coalesce(d.cause || ' ' || d.cause_id, e.cause || ' ' || e.cause_id)
       || ': stamps ' || coalesce(e.delta, 0) || ', debt ' || coalesce(d.delta, 0)
from (select d.* from scope s join stamp_debts d using (merchant_id)
      where d.cause in ('earning', 'earning_canceled', 'cancellation', 'part_cancellation')) d
full join (select e.*, case e.cause when 'earning_debt' then 'earning'
               when 'earning_debt_canceled' then 'earning_canceled' when 'cancellation_debt' then 'cancellation'
               else 'part_cancellation' end as debt
           from scope s join stamp_entries e using (merchant_id)
           where e.cause in ('earning_debt', 'earning_debt_canceled', 'cancellation_debt', 'part_cancellation_debt')) e
  on e.merchant_id = d.merchant_id and e.customer_id = d.customer_id and e.debt = d.cause and e.cause_id = d.cause_id
where d.delta is distinct from e.delta

union all
select 'I3 what a sale paid of a debt is in the ledger', t.id,
       'sale ' || t.id || ' paid ' || t.stamps_paid_off || ', the ledger says ' || coalesce(-d.delta, 0)
from scope s join transactions t using (merchant_id)
left join stamp_debts d on d.merchant_id = t.merchant_id and d.customer_id = t.customer_id
  and d.cause = 'earning' and d.cause_id = t.id
where t.stamps_paid_off <> coalesce(-d.delta, 0)

union all
select 'I3 each debt of a modification is what it says', t.id,
       'modification ' || t.id || ' says ' || t.stamps_owed || ', the ledger says ' || coalesce(d.sum, 0)
from scope s join transaction_modifications t using (merchant_id)
left join (select d.merchant_id, d.cause_id, sum(d.delta) as sum
           from scope s join stamp_debts d using (merchant_id) where d.cause in ('modification', 'return') group by 1, 2) d
  on d.merchant_id = t.merchant_id and d.cause_id = t.id
where t.stamps_owed <> coalesce(d.sum, 0)

union all
select 'I3 each redemption that took stamps has its entry', r.id,
       'redemption ' || r.id || ' used ' || r.stamps_used || ', the ledger says ' || coalesce((-e.delta)::text, 'nothing')
from scope s join redemptions r using (merchant_id)
left join stamp_entries e on e.merchant_id = r.merchant_id and e.customer_id = r.customer_id
  and e.cause = 'redemption' and e.cause_id = r.id
where coalesce(-e.delta, 0) <> r.stamps_used

union all
select 'I3 each entry has its cause', e.cause_id, 'customer ' || e.customer_id || ', ' || e.cause || ' ' || e.cause_id
from scope s join stamp_entries e using (merchant_id)
where not case
  when e.cause in ('redemption', 'cancellation', 'cancellation_debt') then exists (
    select 1 from redemptions r
    where r.merchant_id = e.merchant_id and r.id = e.cause_id and r.customer_id = e.customer_id)
  when e.cause in ('part_cancellation', 'part_cancellation_debt') then exists (
    select 1 from redemption_cancels x
    join redemptions r on r.merchant_id = x.merchant_id and r.id = x.redemption_id
    where x.merchant_id = e.merchant_id and x.id = e.cause_id and r.id = e.reversed_id and r.customer_id = e.customer_id)
  when e.cause in ('earning', 'earning_cancellation', 'earning_debt', 'earning_debt_canceled') then exists (
    select 1 from transactions t
    where t.merchant_id = e.merchant_id and t.id = e.cause_id and t.customer_id = e.customer_id)
  when e.cause in ('earning_modification', 'earning_addition') then exists (
    select 1 from transaction_modifications x
    where x.merchant_id = e.merchant_id and x.id = e.cause_id and x.transaction_id = e.reversed_id)
  when e.cause in ('award', 'award_cancellation') then exists (
    select 1 from stamp_awards a
    where a.merchant_id = e.merchant_id and a.id = e.cause_id and a.customer_id = e.customer_id)
  when e.cause = 'deduction' then exists (
    select 1 from stamp_deductions d
    where d.merchant_id = e.merchant_id and d.id = e.cause_id and d.customer_id = e.customer_id)
  when e.cause = 'expiry' then e.cause_id = e.number
  else true end

union all
select 'I3 each award has given its stamps', a.id,
       'award ' || a.id || ' is of ' || a.stamps || ', the ledger says ' || coalesce(e.delta::text, 'nothing')
from scope s join stamp_awards a using (merchant_id)
left join stamp_entries e on e.merchant_id = a.merchant_id and e.customer_id = a.customer_id
  and e.cause = 'award' and e.cause_id = a.id
where e.delta is distinct from a.stamps

union all
select 'I3 a canceled award has taken back what it gave at most, and others nothing', a.id,
       'award ' || a.id || ' of ' || a.stamps || case when a.canceled_at is null then ' is not' else ' is' end
       || ' canceled, the ledger says ' || e.delta
from scope s join stamp_awards a using (merchant_id)
join stamp_entries e on e.merchant_id = a.merchant_id and e.customer_id = a.customer_id
  and e.cause = 'award_cancellation' and e.cause_id = a.id
where a.canceled_at is null or e.delta >= 0 or -e.delta > a.stamps or e.reversed_id <> a.id

union all
select 'I3 each deduction has taken its stamps', d.id,
       'deduction ' || d.id || ' is of ' || d.stamps || ', the ledger says ' || coalesce((-e.delta)::text, 'nothing')
from scope s join stamp_deductions d using (merchant_id)
left join stamp_entries e on e.merchant_id = d.merchant_id and e.customer_id = d.customer_id
  and e.cause = 'deduction' and e.cause_id = d.id
where e.delta is distinct from -d.stamps

union all
select 'I3 entries are numbered from 1 to the count of their membership', m.customer_id,
       'customer ' || m.customer_id || ' counts ' || m.entry_number || ', the numbers are ' || e.first || ' to ' || e.last
from scope s join memberships m using (merchant_id)
join (select e.merchant_id, e.customer_id, min(e.number) as first, max(e.number) as last
      from scope s join stamp_entries e using (merchant_id) group by 1, 2) e
  on e.merchant_id = m.merchant_id and e.customer_id = m.customer_id
where e.first < 1 or e.last > m.entry_number

union all
select 'I3 stamps do not expire before the day on which they are looked at next', m.customer_id,
       'customer ' || m.customer_id || ' is looked at after ' || coalesce(m.next_expiry_on::text, 'never') || ', stamps expire after ' || e.expires_on
from scope s join memberships m using (merchant_id)
join (select e.merchant_id, e.customer_id, min(e.expires_on) as expires_on
      from scope s join stamp_entries e using (merchant_id)
      where e.expires_on is not null and not exists (select 1 from stamp_entries x
        where x.merchant_id = e.merchant_id and x.customer_id = e.customer_id
          and x.number > e.number and x.delta < 0)
      group by 1, 2) e
  on e.merchant_id = m.merchant_id and e.customer_id = m.customer_id
where e.expires_on < coalesce(m.next_expiry_on, 'infinity')

union all
select 'I4 uses of a promo code are its live redemptions, within its limit', p.id,
       'promo code ' || p.id || ' counts ' || p.uses || ' of ' || coalesce(p.max_uses::text, 'any') || ', live redemptions ' || coalesce(n.live, 0)
from scope s join promo_codes p using (merchant_id)
left join (select l.merchant_id, l.promo_code_id, count(*) as live
           from scope s join redemption_lines l using (merchant_id)
           join redemptions r on r.merchant_id = l.merchant_id and r.id = l.redemption_id
           where l.promo_code_id is not null and r.status = 'Created' group by 1, 2) n
  on n.merchant_id = p.merchant_id and n.promo_code_id = p.id
where p.uses <> coalesce(n.live, 0) or p.uses > p.max_uses

union all
select 'I4 uses by one customer are the live redemptions', coalesce(u.promo_code_id, n.promo_code_id),
       'promo code ' || coalesce(u.promo_code_id, n.promo_code_id) || ', customer ' || coalesce(u.customer_id, n.customer_id)
       || ' counts ' || coalesce(u.uses, 0) || ', live redemptions ' || coalesce(n.live, 0)
from (select u.* from scope s join promo_code_uses u using (merchant_id)) u
full join (select l.merchant_id, l.promo_code_id, r.customer_id, count(*) as live
           from scope s join redemption_lines l using (merchant_id)
           join redemptions r on r.merchant_id = l.merchant_id and r.id = l.redemption_id
           where l.promo_code_id is not null and r.status = 'Created' group by 1, 2, 3) n
  on n.merchant_id = u.merchant_id and n.promo_code_id = u.promo_code_id and n.customer_id = u.customer_id
where coalesce(u.uses, 0) <> coalesce(n.live, 0)

union all
select 'I5 a canceled redemption gave its stamps back once', r.id,
       'redemption ' || r.id || ' (' || r.status || ') used ' || r.stamps_used || ', gave back ' || coalesce(e.delta, 0)
       || ' and ' || coalesce(x.stamps, 0) || ' by parts'
from scope s join redemptions r using (merchant_id)
left join stamp_entries e on e.merchant_id = r.merchant_id and e.customer_id = r.customer_id
  and e.cause = 'cancellation' and e.cause_id = r.id
left join (select x.merchant_id, x.redemption_id, sum(x.stamps) as stamps
           from scope s join redemption_cancels x using (merchant_id) group by 1, 2) x
  on x.merchant_id = r.merchant_id and x.redemption_id = r.id
where coalesce(e.delta, 0) <> case when r.status = 'Canceled' then r.stamps_used - coalesce(x.stamps, 0) else 0 end
   or r.status = 'Created' and r.stamps_returned <> coalesce(x.stamps, 0)

union all
select 'I5 each canceled part gave back its share of the stamps', x.id,
       'part ' || x.id || ' of redemption ' || x.redemption_id || ' gave back ' || x.stamps || ', the ledger says ' || coalesce(e.delta, 0)
from scope s join redemption_cancels x using (merchant_id)
join redemptions r on r.merchant_id = x.merchant_id and r.id = x.redemption_id
join redemption_lines l on l.merchant_id = x.merchant_id and l.redemption_id = x.redemption_id and l.line = x.line
left join stamp_entries e on e.merchant_id = r.merchant_id and e.customer_id = r.customer_id
  and e.cause = 'part_cancellation' and e.cause_id = x.id
where x.stamps <> coalesce(e.delta, 0) or x.stamps * l.qty <> l.stamps_used * x.qty

union all
select 'I5 a line is canceled by its parts, and some of the redemption is left', l.redemption_id,
       'redemption ' || l.redemption_id || ', line ' || l.line || ' of ' || l.qty || ' has ' || l.canceled_qty || ' canceled'
from scope s join redemption_lines l using (merchant_id)
join redemptions r on r.merchant_id = l.merchant_id and r.id = l.redemption_id
left join (select x.merchant_id, x.redemption_id, x.line, sum(x.qty) as qty
           from scope s join redemption_cancels x using (merchant_id) group by 1, 2, 3) x
  on x.merchant_id = l.merchant_id and x.redemption_id = l.redemption_id and x.line = l.line
cross join lateral (select sum(o.qty) as qty, sum(o.canceled_qty) as canceled from redemption_lines o
  where o.merchant_id = l.merchant_id and o.redemption_id = l.redemption_id) o
where l.canceled_qty <> coalesce(x.qty, 0) or r.canceled_qty <> o.canceled or r.canceled_qty >= o.qty

union all
select 'I5 a line has no more vouchers than are left of it', l.redemption_id,
       'redemption ' || l.redemption_id || ', line ' || l.line || ': ' || l.qty - l.canceled_qty || ' are left, ' || v.count || ' vouchers are open or spent'
from scope s join redemption_lines l using (merchant_id)
cross join lateral (select count(*) as count from vouchers v
  where v.merchant_id = l.merchant_id and v.issued_by_redemption_id = l.redemption_id and v.issued_by_line = l.line
    and (v.is_active and v.redeemed_at is null or exists (
      select 1 from redemption_lines u
      join redemptions ru on ru.merchant_id = u.merchant_id and ru.id = u.redemption_id
      where u.merchant_id = v.merchant_id and u.voucher_id = v.id and ru.status = 'Created'))) v
where l.canceled_qty > 0 and v.count > l.qty - l.canceled_qty

union all
select 'I5 a canceled deduction gave its value back once', r.id,
       'redemption ' || r.id || ' (' || r.status || ') took ' || l.value || ', gave back ' || coalesce(e.delta, 0) + coalesce(n.value, 0)
from scope s join redemptions r using (merchant_id)
join redemption_lines l on l.merchant_id = r.merchant_id and l.redemption_id = r.id and l.value is not null
left join voucher_value_entries e on e.merchant_id = l.merchant_id and e.voucher_id = l.voucher_id
  and e.cause = 'cancellation' and e.cause_id = r.id
-- a voucher that had ended keeps what is left, and a new voucher gets the value
left join vouchers n on n.merchant_id = r.merchant_id and n.replaces_redemption_id = r.id
  and r.kind = 'voucher_value'
where coalesce(e.delta, 0) + coalesce(n.value, 0) <> case when r.status = 'Canceled' and r.kind = 'voucher_value' then l.value else 0 end

union all
select 'I5 a replacement replaces a canceled redemption of a voucher, once', v.id,
       'voucher ' || v.id || ' replaces redemption ' || v.replaces_redemption_id || ' (' || r.status || ', ' || r.kind || ')'
from scope s join vouchers v using (merchant_id)
join redemptions r on r.merchant_id = v.merchant_id and r.id = v.replaces_redemption_id
where r.status <> 'Canceled' or r.kind not in ('voucher', 'voucher_code', 'voucher_value') or v.customer_id is distinct from r.customer_id

union all
select 'I5 vouchers that a canceled redemption issued are neither open nor spent', v.id,
       'voucher ' || v.id || ' of canceled redemption ' || r.id
from scope s join vouchers v using (merchant_id)
join redemptions r on r.merchant_id = v.merchant_id and r.id = v.issued_by_redemption_id
where r.status = 'Canceled' and ((v.is_active and v.redeemed_at is null) or exists (
  select 1 from redemption_lines l
  join redemptions u on u.merchant_id = l.merchant_id and u.id = l.redemption_id
  where l.merchant_id = v.merchant_id and l.voucher_id = v.id and u.status = 'Created'))

union all
select 'I6 a redemption has lines, and their stamps are its own', r.id,
       'redemption ' || r.id || ' used ' || r.stamps_used || ', its lines ' || coalesce(l.sum::text, 'none')
from scope s join redemptions r using (merchant_id)
left join (select l.merchant_id, l.redemption_id, sum(l.stamps_used) as sum
           from scope s join redemption_lines l using (merchant_id) group by 1, 2) l
  on l.merchant_id = r.merchant_id and l.redemption_id = r.id
where l.sum is distinct from r.stamps_used

union all
select 'I9 an authorization is spent by a redemption of its customer, for its request, in time', a.id,
       'authorization ' || a.id || ' spent by redemption ' || a.spent_by_redemption_id
from scope s join redemption_authorizations a using (merchant_id)
join redemptions r on r.merchant_id = a.merchant_id and r.id = a.spent_by_redemption_id
where r.customer_id <> a.customer_id or r.created_at > a.expires_at + interval '1 second' or not exists (
  select 1 from redemption_lines l
  where l.merchant_id = r.merchant_id and l.redemption_id = r.id and l.request_id = a.request_id)

union all
select 'I11 an idempotency key has its outcome', null, k.operation || ' ' || k.created_at
from scope s join idempotency_keys k using (merchant_id)
where not exists (select 1 from idempotency_outcomes o
  where o.merchant_id = k.merchant_id and o.operation = k.operation and o.key = k.key)

union all
select 'R a redemption names a store of the merchant', r.id, 'redemption ' || r.id || ', store ' || r.store_id
from scope s join redemptions r using (merchant_id)
where not exists (select 1 from stores t where t.merchant_id = r.merchant_id and t.id = r.store_id)

union all
select 'R a line names a reward, voucher or promo code of the merchant', l.redemption_id, 'redemption ' || l.redemption_id || ', line ' || l.line
from scope s join redemption_lines l using (merchant_id)
where (l.reward_id is not null and not exists (
         select 1 from rewards w where w.merchant_id = l.merchant_id and w.id = l.reward_id))
   or (l.promo_code_id is not null and not exists (
         select 1 from promo_codes p where p.merchant_id = l.merchant_id and p.id = l.promo_code_id))

union all
select 'R a matched booking names a customer of the merchant', b.id, 'booking ' || b.id || ', customer ' || b.customer_id
from scope s join bookings b using (merchant_id)
where b.customer_id is not null and not exists (
  select 1 from customers c where c.merchant_id = b.merchant_id and c.id = b.customer_id)

union all
select 'R a booking has a change for each revision above 1', b.id, 'booking ' || b.id || ', revision ' || b.revision || ', changes ' || n.count
from scope s join bookings b using (merchant_id)
cross join lateral (select count(*) as count from booking_changes h
  where h.merchant_id = b.merchant_id and h.booking_id = b.id) n
where b.recorded_revision = b.revision and b.revision <> 1 + n.count

union all
select 'R a booking is as its last change left it', b.id, 'booking ' || b.id || ' is ' || b.status || ', its last change made it ' || h.status
from scope s join bookings b using (merchant_id)
join booking_changes h on h.merchant_id = b.merchant_id and h.booking_id = b.id and h.revision = b.revision
where h.status <> b.status

union all
select 'R a slot counts all people who may come in it', coalesce(k.store_id, n.store_id),
       'store ' || coalesce(k.store_id, n.store_id) || ', ' || coalesce(k.date, n.date) || ' ' || coalesce(k.slot, n.slot)
       || ' counts ' || coalesce(k.covers, 0) || ', its bookings have ' || coalesce(n.people, 0)
from (select k.* from scope s join booking_slots k using (merchant_id)) k
full join (select b.merchant_id, b.store_id, b.date,
             date_bin(t.slot_minutes * interval '1 minute', date '2000-01-01' + b.time, '2000-01-01')::time as slot,
             sum(b.number_of_people) as people
           from scope s join stores t using (merchant_id)
           join bookings b on b.merchant_id = t.merchant_id and b.store_id = t.id
           where t.slot_minutes is not null and b.status not in ('Canceled', 'No-show') group by 1, 2, 3, 4) n
  on n.merchant_id = k.merchant_id and n.store_id = k.store_id and n.date = k.date and n.slot = k.slot
join merchants m on m.id = coalesce(k.merchant_id, n.merchant_id)
-- bookings of older days are being deleted, with their counts
where coalesce(k.covers, 0) <> coalesce(n.people, 0)
  and (m.keep_bookings_days is null or coalesce(k.date, n.date) > current_date - m.keep_bookings_days)

union all
select 'T20 a customer is found by each of the own identifiers', c.id, 'customer ' || c.id || ' is not found by ' || w.form || ' ' || w.value
from scope s join customers c using (merchant_id)
cross join lateral (select 'email' as form, c.email as value
  union all select 'mobileNumber', c.mobile_number
  union all select 'memberId', upper(normalize(c.member_id, NFC) collate "C")
  union all select 'memberId', upper(normalize(unnest(c.other_member_ids), NFC) collate "C")) w
where w.value is not null and not exists (
  select 1 from customer_identifiers i
  where i.merchant_id = c.merchant_id and i.form = w.form and i.value = w.value
    and i.customer_id = c.id and not i.is_reserved)

union all
select 'T20 a customer is found by no other identifier', i.customer_id, 'customer ' || i.customer_id || ' is found by ' || i.form || ' ' || i.value
from scope s join customer_identifiers i using (merchant_id)
join customers c on c.merchant_id = i.merchant_id and c.id = i.customer_id
where not i.is_reserved and i.value is distinct from case i.form
  when 'email' then c.email when 'mobileNumber' then c.mobile_number
  else case when exists (select 1 from unnest(c.other_member_ids) o where i.value = upper(normalize(o, NFC) collate "C"))
    then i.value else upper(normalize(c.member_id, NFC) collate "C") end end
