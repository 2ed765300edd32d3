import type { Template } from "../../product/template.ts";

/** A statement for one call of redeem-reward. The product runs many calls in one statement instead. */
export const redeemReward: Template = {
  text: `with "clock" as (select clock_timestamp()
  + $1::double precision * interval '1 millisecond' as now), "store" as (select * from (
    (select case when $2::text like '0%' then 3 else 1 end as form, s.* from stores s
      where s.merchant_id = $3::bigint and s.id = $4::bigint limit 1)
    union all
    (select 2, s.* from stores s
      where s.merchant_id = $3::bigint and s.code_key = $2::text limit 1)
  ) found
  order by form limit 1), "customer" as (select c.* from customers c
  where c.merchant_id = $3::bigint and c.anonymized_at is null and c.id = coalesce(
    (select i.customer_id
    from customer_identifiers i where i.merchant_id = $3::bigint
      and i.form = 'email' and i.value = $5::text and not i.is_reserved),
    (select i.customer_id
    from customer_identifiers i where i.merchant_id = $3::bigint
      and i.form = 'memberId' and i.value = $6::text and not i.is_reserved),
    (select i.customer_id
    from customer_identifiers i where i.merchant_id = $3::bigint
      and i.form = 'mobileNumber' and i.value = $7::text and not i.is_reserved),
    $8::bigint)), "membership" as (select ms.*, l.name as level_name,
    (ms.created_at at time zone m.timezone)::date as created_on
  from customer c
  join memberships ms on ms.merchant_id = $3::bigint and ms.customer_id = c.id
  join levels l on l.merchant_id = $3::bigint and l.level = ms.level
  join merchants m on m.id = ms.merchant_id), "entered" as (select c.id as customer_id, s.id as store_id, (k.now at time zone s.timezone)::date as today
    from clock k, store s, customer c, membership ms
    where s.is_active and ($9::text is null or s.id = any($9::text::bigint[]))
      and c.is_active and ms.status = 100 and not ms.is_blocked
      and not (select redemption_pin_authorization from merchants where id = $3::bigint)), "held" as (select e.customer_id, e.store_id, rw.id, rw.name,
        case when rw.kind = 'flexible' then $10::bigint
          else rw.stamps_to_redeem * $11::bigint end as cost,
        json_build_object('id', rw.id, 'code', rw.code, 'name', rw.name, 'kind', rw.kind,
          'stampsToRedeem', case when rw.kind = 'flexible' then 0 else rw.stamps_to_redeem end,
          'extraData', rw.extra_data) as doc
      from entered e
      join rewards rw on rw.merchant_id = $3::bigint and rw.id = $12::bigint
      where rw.voucher_template_id is null and rw.is_active
    and (rw.start_date is null or rw.start_date <= e.today)
    and (rw.end_date is null or rw.end_date >= e.today)
    and (rw.stores = '{}' or e.store_id = any(rw.stores))
    and (rw.channels = '{}' or $13::int = any(rw.channels))), "charged" as (update memberships ms set stamps = ms.stamps - held.cost, entry_number = ms.entry_number + 1 from held
      where ms.merchant_id = $3::bigint and ms.customer_id = held.customer_id
        and ms.stamps >= held.cost and ms.status = 100 and not ms.is_blocked and true
      returning held.*, ms.stamps, ms.entry_number), "redeemed" as (insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used,
      channel, invoice_number, extra_data, created_at, redeemed_by)
    select $3::bigint, $14::bigint, $15::text,
      customer_id, store_id, name, cost,
      $13::int, $16::text, $17::json, (clock_timestamp() + $1::double precision * interval '1 millisecond'), $18::text
    from charged
    returning id, created_at), "line" as (insert into redemption_lines (merchant_id, redemption_id, line, reward_id, name, qty, stamps_used)
      select $3::bigint, r.id, 1, c.id, c.name, $11::int, c.cost
      from redeemed r, charged c), "entry" as (insert into stamp_entries (merchant_id, customer_id, cause, cause_id, delta, number, day, created_at)
      select $3::bigint, c.customer_id, 'redemption', r.id, -c.cost, c.entry_number, r.created_at::date, r.created_at
      from redeemed r, charged c where c.cost > 0), "changed" as (select json_build_object(
    'frame', json_build_object('saving', json_build_object('redemptionId', $14::bigint,
        'extraData', $17::json, 'name', c.name, 'cost', c.cost, 'vouchers', '[]'::json),
      'customer', (select json_build_object(
    'id', id, 'memberId', member_id, 'name', name, 'gender', gender, 'address', address,
    'isActive', is_active, 'email', email, 'mobileNumber', mobile_number,
    'pictureUrl', picture_url, 'birthday', birthday) from customer), 'membership', (select json_build_object(
    'level', level, 'levelName', level_name, 'status', status, 'stamps', stamps,
    'balance', balance::text, 'tags', tags, 'referralCode', referral_code,
    'startDate', start_date, 'createdOn', created_on, 'isBlocked', is_blocked) from membership), 'reward', c.doc),
    'changed', json_build_object('stamps', c.stamps)) as doc from redeemed, charged c) select (select doc from changed) as "doc" from (select 1) as one`,
  parameters: [
    ["0"],
    ["32"],
    ["1"],
    ["32"],
    ["customer-", { name: "customer" }, "@example.com"],
    ["customer-", { name: "customer" }, "@example.com"],
    null,
    null,
    null,
    null,
    ["1"],
    ["1"],
    null,
    [{ name: "redemption" }],
    ["reward"],
    null,
    null,
    ["token:1"],
  ],
};
