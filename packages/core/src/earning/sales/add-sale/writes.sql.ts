import { insertInto, schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { insertStampDebts, insertStampEntries } from "../../../holding/stamps/index.ts";
import { member, sale } from "../../../machinery/facts/index.ts";
import { updateFrom } from "../../../machinery/kernel/index.ts";
import { insertLevelChanges } from "../../../running/levels/index.ts";
import { method, payments } from "../earning.sql.ts";
import { replaced } from "./invoice.sql.ts";

// The writes of sales: `s` is a row of `changed`, and `c` its call. An Open sale that gets a customer is only
// updated, because its row, items and payments exist.

const { memberships } = member;
const { sales } = sale;
const s = (column: string) => sql.raw(`s.${column}`);
const c = (column: string) => sql.raw(`c.${column}`);
const sold = sql`changed s join calls c on c.n = s.n`;
const ifCustomers = (column: string) =>
  sql.raw(`case when s.customer_id is not null then s.${column} end`);
/** The payments of the call `c`, each with its method. */
const paid = sql`${sold}
  cross join lateral ${sql.raw(payments)}
  left join lateral (${sql.raw(method)}) pm on true`;

/** What the sale earns, and how it was computed; nulls without a customer. */
const computed = {
  rule: ifCustomers("rule"),
  multiplier: ifCustomers("multiplier"),
  earnLimit: ifCustomers("most"),
  programme: ifCustomers("programme"),
};

export const status = sql.raw(`case when s.customer_id is null then 'Open' else 'Created' end`);
export const stampsEarned = sql.raw(`case when s.customer_id is null then 0 else s.stamps end`);

const stampsPaidOff = sql.raw("coalesce(s.paid, 0)");

/** Marks the canceled sales that new ones replace, which frees their invoice numbers. */
const superseded = updateFrom(
  replaced,
  { supersededById: s("sale_id") },
  {
    from: sql`changed s`,
    where: sql`${replaced.id} = ${s("replaced_id")}`,
    returning: sql`${replaced.id}`,
  },
);

/**
 * Inserts new sales in the order of their unique key, so that two batches cannot deadlock. Counts the rows of
 * `superseded`, so that their numbers are free before.
 */
const inserted = insertInto(
  schema.transactions,
  {
    id: s("sale_id"),
    storeId: s("store_id"),
    customerId: s("customer_id"),
    invoiceNumber: c("invoice_number"),
    businessDay: s("sale_day"),
    soldAt: s("sold_at"),
    total: c("total"),
    subtotal: c("subtotal"),
    discount: c("discount"),
    serviceCharge: c("service_charge"),
    tax: c("tax"),
    people: c("people"),
    channel: c("channel"),
    type: c("type"),
    employeeCode: c("employee_code"),
    extraData: c("extra_data"),
    status,
    stampsEarned,
    stampsPaidOff,
    stampsSent: c("stamps_sent"),
    ...computed,
    spending: c("spending"),
    digest: c("digest"),
    createdAt: s("now"),
    createdBy: c("actor"),
  },
  {
    from: sql`from ${sold} where s.existing_id is null and (select count(*) from superseded) >= 0
  order by c.invoice_number, s.sale_day, s.store_id`,
    end: sql`returning 1`,
  },
);

/** Gives Open sales their customers and what they earn. */
const claimed = updateFrom(
  sales,
  {
    customerId: s("customer_id"),
    status,
    stampsEarned,
    stampsPaidOff,
    stampsSent: c("stamps_sent"),
    ...computed,
  },
  { from: sold, where: sql`${sales.id} = ${s("existing_id")}`, returning: sql`${sales.id}` },
);

const item = sql`
  insert into transaction_items as i (merchant_id, transaction_id, line, product, quantity, subtotal,
    stamps, is_eligible, extra_data)
  select $1, s.sale_id, i.line, i.product, i.quantity, i.subtotal, i.stamps, i.is_eligible, i.extra_data
  from ${sold}
  cross join lateral json_to_recordset(c.items) as i (line int, product text, quantity numeric,
    subtotal numeric, stamps bigint, is_eligible boolean, extra_data json)
  where s.existing_id is null
  returning i.line`;

const payment = sql`
  insert into transaction_payments as t (merchant_id, transaction_id, line, method, value, earned,
    counts_for_levels)
  select $1, s.sale_id, p.line, p.method, p.value, coalesce(pm.earns, true), p.counts_for_levels
  from ${paid}
  where s.existing_id is null
  returning t.line`;

/** Sets `earned` of a claimed sale's payments by the current methods, because its stamps are computed by them. */
const claimedPayment = sql`
  update transaction_payments t set earned = coalesce(pm.earns, true)
  from ${paid}
  where t.merchant_id = $1 and t.transaction_id = s.existing_id and t.line = p.line
    and t.earned <> coalesce(pm.earns, true)
  returning t.line`;

/**
 * Adds the stamps to the memberships, and sets a level that the sale reaches. Raises `entry_number` for each
 * sale, even if it earns no stamps: a call that has read an older sum of the sales then does not write.
 */
const rewarded = updateFrom(
  memberships,
  {
    stamps: sql`${memberships.stamps} + ${s("stamps")} - ${s("paid")}`,
    stampsOwed: sql`${memberships.stampsOwed} - ${s("paid")}`,
    entryNumber: sql`${memberships.entryNumber} + case when ${s("paid")} > 0 then 2 else 1 end`,
    nextExpiryOn: sql`case when ${s("stamps")} > 0 then least(${memberships.nextExpiryOn}, ${s("expires_on")})
      else ${memberships.nextExpiryOn} end`,
    level: sql`coalesce(${s("raised_to")}, ${memberships.level})`,
    levelUntil: sql`case when ${s("raised_to")} is null then ${memberships.levelUntil} else ${s("raised_until")} end`,
  },
  {
    from: sql`changed s`,
    where: sql`${memberships.customerId} = ${s("customer_id")}`,
    returning: sql`s.*, ${memberships.entryNumber}, ${memberships.level} as level_after, ${memberships.levelUntil} as until`,
  },
);

export const writes = {
  superseded,
  inserted,
  claimed,
  item,
  payment,
  claimed_payment: claimedPayment,
  rewarded,
  level_change: sql.raw(insertLevelChanges("rewarded", "sale")),
  entry: sql.raw(
    insertStampEntries(
      "rewarded",
      {
        ...{ cause: "earning", causeId: "s.sale_id", delta: "s.stamps", expiresOn: "s.expires_on" },
        ...{ number: "s.entry_number - (s.paid > 0)::int", where: "s.stamps > 0" },
      },
      {
        ...{ cause: "earning_debt", causeId: "s.sale_id", delta: "-s.paid" },
        ...{ reversedId: "s.sale_id", where: "s.paid > 0" },
      },
    ),
  ),
  debt: sql.raw(
    insertStampDebts("rewarded", { cause: "earning", causeId: "s.sale_id", delta: "-s.paid" }),
  ),
};
