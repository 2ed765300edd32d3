import type { Template } from "../../product/template.ts";

/** A statement for one call of redeem-voucher. The product runs many calls in one statement instead. */
export const redeemVoucher: Template = {
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
      and not (select redemption_pin_authorization from merchants where id = $3::bigint)), "held" as (select e.customer_id, e.store_id, v.id, t.name, 0::bigint as cost,
          v.remaining_value as held_value, json_build_object(
  'id', v.id, 'name', t.name, 'code', v.code, 'isActive', v.is_active,
  'startDate', v.start_date, 'endDate', v.end_date,
  'value', v.value::text, 'remainingValue', v.remaining_value::text,
  'pictureUrl', t.picture_url, 'shortDescription', t.short_description,
  'description', t.description, 'instructions', t.instructions,
  'termsAndConditions', t.terms_and_conditions) as doc
        from entered e
        join vouchers v on v.merchant_id = $3::bigint and v.id = $10::bigint
          and v.customer_id = e.customer_id
        join voucher_templates t on t.merchant_id = v.merchant_id and t.id = v.voucher_template_id
        where v.is_active
    and (v.start_date is null or v.start_date <= e.today)
    and (v.end_date is null or v.end_date >= e.today)
    and (t.stores = '{}' or e.store_id = any(t.stores))
    and (t.channels = '{}' or $11::int = any(t.channels))), "spent" as (update vouchers v set redeemed_at = (clock_timestamp() + $1::double precision * interval '1 millisecond'), remaining_value = case when v.remaining_value is not null then 0 end from held
        where v.merchant_id = $3::bigint and v.id = held.id
          and v.customer_id = held.customer_id and v.redeemed_at is null and v.is_active
          and v.remaining_value is not distinct from held.held_value and true
        returning held.*, v.remaining_value as remaining), "redeemed" as (insert into redemptions (merchant_id, id, kind, customer_id, store_id, name, stamps_used,
      channel, invoice_number, extra_data, created_at, redeemed_by)
    select $3::bigint, $12::bigint, $13::text,
      customer_id, store_id, name, cost,
      $11::int, $14::text, $15::json, (clock_timestamp() + $1::double precision * interval '1 millisecond'), $16::text
    from spent
    returning id, created_at), "line" as (insert into redemption_lines (merchant_id, redemption_id, line, voucher_id, name, value, spends_voucher)
        select $3::bigint, r.id, 1, s.id, s.name, s.held_value, s.held_value is null
        from redeemed r, spent s), "value_entry" as (insert into voucher_value_entries (merchant_id, voucher_id, cause, cause_id, delta, created_at)
        select $3::bigint, s.id, 'redemption', r.id, -s.held_value, r.created_at
        from redeemed r, spent s where s.held_value is not null), "changed" as (select json_build_object(
    'frame', json_build_object('saving', json_build_object('redemptionId', $12::bigint,
        'extraData', $15::json, 'name', s.name, 'left', s.held_value::text),
      'customer', (select json_build_object(
    'id', id, 'memberId', member_id, 'name', name, 'gender', gender, 'address', address,
    'isActive', is_active, 'email', email, 'mobileNumber', mobile_number,
    'pictureUrl', picture_url, 'birthday', birthday) from customer), 'membership', (select json_build_object(
    'level', level, 'levelName', level_name, 'status', status, 'stamps', stamps,
    'balance', balance::text, 'tags', tags, 'referralCode', referral_code,
    'startDate', start_date, 'createdOn', created_on, 'isBlocked', is_blocked) from membership), 'voucher', s.doc),
    'changed', json_build_object()) as doc
        from redeemed, spent s) select (select doc from changed) as "doc" from (select 1) as one`,
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
    [{ name: "n" }],
    null,
    [{ name: "redemption" }],
    ["voucher"],
    null,
    null,
    ["token:1"],
  ],
};
