import type { Form } from "../../../foundation/writing/index.ts";
import { insertStampEntries } from "../../../holding/stamps/index.ts";
import { method, payments } from "../earning.sql.ts";

// SQL of the writes, for the rows `l` of the CTE `locked` and their calls `c`. An Open sale that gets a
// customer is only updated, because its row, items and payments exist.

/** Marks the canceled sales that new ones replace, which frees their invoice numbers. */
export const superseded = (locked: string, isOwned: string) => `
  update transactions t set superseded_by_id = l.sale_id
  from ${locked} l
  where t.merchant_id = $1 and t.id = l.replaced_id and ${isOwned}
  returning t.id`;

/**
 * Inserts new sales in the order of their unique key, so that two batches cannot deadlock. Counts the rows of
 * the CTE `superseded`, so that their numbers are free before.
 */
export const inserted = (locked: string, isOwned: string) => `
  insert into transactions as t (merchant_id, id, store_id, customer_id, invoice_number, business_day,
    sold_at, total, subtotal, discount, service_charge, tax, people, channel, type, employee_code,
    extra_data, status, stamps_earned, stamps_sent, rule, multiplier, earn_limit, programme, spending,
    digest, created_at, created_by)
  select $1, c.transaction, l.store_id, l.customer_id, c.invoice_number, l.day,
    l.sold_at, c.total, c.subtotal, c.discount, c.service_charge, c.tax, c.people, c.channel, c.type,
    c.employee_code, c.extra_data, case when l.customer_id is null then 'Open' else 'Created' end,
    case when l.customer_id is null then 0 else l.stamps end, c.stamps_sent,
    case when l.customer_id is not null then l.rule end,
    case when l.customer_id is not null then l.multiplier end,
    case when l.customer_id is not null then l.most end,
    case when l.customer_id is not null then l.programme end, c.spending, c.digest, l.now, c.actor
  from ${locked} l join calls c on c.n = l.n
  where l.existing_id is null and ${isOwned} and (select count(*) from superseded) >= 0
  order by c.invoice_number, l.day, l.store_id
  returning t.id`;

/** Sets the customer, the stamps and the status `Created` of Open sales. */
export const claimed = (locked: string, isOwned: string) => `
  update transactions t set customer_id = l.customer_id, status = 'Created',
    stamps_earned = l.stamps, stamps_sent = c.stamps_sent, rule = l.rule, multiplier = l.multiplier,
    earn_limit = l.most, programme = l.programme
  from ${locked} l join calls c on c.n = l.n
  where t.merchant_id = $1 and t.id = l.existing_id and ${isOwned}
  returning t.id`;

/** Inserts the items of new sales. */
export const enteredItems = (locked: string, isOwned: string) => `
  insert into transaction_items as i (merchant_id, transaction_id, line, product, quantity, subtotal,
    stamps, is_eligible, extra_data)
  select $1, c.transaction, i.line, i.product, i.quantity, i.subtotal, i.stamps, i.is_eligible,
    i.extra_data
  from ${locked} l join calls c on c.n = l.n
  cross join lateral json_to_recordset(c.items) as i (line int, product text, quantity numeric,
    subtotal numeric, stamps bigint, is_eligible boolean, extra_data json)
  where l.existing_id is null and ${isOwned}
  returning i.line`;

/** Inserts the payments of new sales. */
export const enteredPayments = (locked: string, isOwned: string, { limit }: Form) => `
  insert into transaction_payments as t (merchant_id, transaction_id, line, method, value, earned,
    counts_for_levels)
  select $1, c.transaction, p.line, p.method, p.value, coalesce(pm.earns, true), p.counts_for_levels
  from ${locked} l join calls c on c.n = l.n
  cross join lateral ${payments}
  left join lateral (${method}${limit}) pm on true
  where l.existing_id is null and ${isOwned}
  returning t.line`;

/**
 * Sets `earned` of a claimed sale's payments by the current methods of payment, because its stamps are
 * computed by them.
 */
export const claimedPayments = (locked: string, isOwned: string, { limit }: Form) => `
  update transaction_payments t set earned = coalesce(pm.earns, true)
  from ${locked} l join calls c on c.n = l.n
  cross join lateral ${payments}
  left join lateral (${method}${limit}) pm on true
  where t.merchant_id = $1 and t.transaction_id = l.existing_id and t.line = p.line
    and t.earned <> coalesce(pm.earns, true) and ${isOwned}
  returning t.line`;

/**
 * Adds the stamps to the memberships, and sets a level that the sale reaches. Raises `entry_number` for each
 * sale, even if it earns no stamps: a call that has read an older sum of the sales then does not write.
 */
export const rewarded = (locked: string, isOwned: string) => `
  update memberships ms set stamps = ms.stamps + l.stamps, entry_number = ms.entry_number + 1,
    next_expiry_on = case when l.stamps > 0 then least(ms.next_expiry_on, l.expires_on)
      else ms.next_expiry_on end,
    level = coalesce(l.raised_to, ms.level),
    level_until = case when l.raised_to is null then ms.level_until else l.raised_until end
  from ${locked} l where ms.merchant_id = $1 and ms.customer_id = l.customer_id and ${isOwned}
  returning l.n, l.now, l.customer_id, l.sale_id, l.written_on as day, l.expires_on, l.stamps as earned,
    ms.stamps, ms.balance, ms.entry_number, l.level as level_before, ms.level as level_after,
    ms.level_until as until, l.level_until as until_before`;

/** Inserts a ledger entry for each sale that earned stamps. */
export const entries = (rewarded: string) =>
  insertStampEntries(rewarded, {
    ...{ cause: "earning", causeId: "s.sale_id", delta: "s.earned", expiresOn: "s.expires_on" },
    where: "s.earned > 0",
  });
