import { jsonIf, oneOf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { member, sale, store } from "../../../machinery/facts/index.ts";
import { check, fact, from, lock, merchantId, rowOf } from "../../../machinery/kernel/index.ts";
import type { SaleStatus } from "../types.ts";

const { sales } = sale;
const { customers } = member;
export const replaced = alias(schema.transactions, "r");
const t = alias(schema.transactions, "t");
const md = alias(schema.transactionModifications, "md");

const call = {
  invoiceNumber: "text",
  /** Null: now. */
  soldAt: "text | null",
  /** The hash of the sale's content; see `contentOf`. */
  digest: "text",
  /** Whether the sale may take the place of a canceled one. */
  replaceCanceled: "boolean",
  hasUser: "boolean",
  stampsSent: "bigint | null",
} as const;
const c = rowOf("c", { ...call, now: 0 });

/** The business day of the sale: of the recorded one, or of the call's time if it is new or replaces one. */
const saleDay = sql`sale.day`;
const soldAt = sql`coalesce(${c.soldAt}::timestamptz, ${c.now})`;
const isCanceled = sql`${sales.status} = 'Canceled'`;

const keeps = {
  /** The Open sale that gets a customer. */
  existingId: sql`case when not (${isCanceled}) then ${sales.id} end`,
  replacedId: sql`case when ${isCanceled} then ${sales.id} end`,
  version: sql`x.version`,
  supersededBy: sales.supersededById,
  saleDay,
  soldAt: sql`sale.sold_at`,
  /** Two calls with the same text never go together. */
  invoice: sql`${store.stores.id} || ' ' || ${saleDay} || ' ' || ${c.invoiceNumber}`,
};
const b = rowOf("b", keeps);

/**
 * The recorded sale with the call's store, invoice number and business day that no other supersedes. If the call
 * names no time, it may also be a sale of the day before or after, within 24 hours of now.
 */
export const found = fact({
  call,
  joins: () => sql`
  cross join lateral (select (${soldAt} at time zone ${store.stores.timezone})::date as asked) d
  left join lateral (select t.*, t.xmin::text as version from ${from(t)} where ${t.merchantId} = ${merchantId}
      and ${t.invoiceNumber} = ${c.invoiceNumber} and ${t.storeId} = ${store.stores.id}
      and ${t.supersededById} is null and ${t.businessDay} between d.asked - 1 and d.asked + 1
      and (${t.businessDay} = d.asked or (${c.soldAt} is null
        and ${t.soldAt} > ${c.now} - interval '24 hours' and ${t.soldAt} < ${c.now} + interval '24 hours'))
    order by ${t.businessDay} = d.asked desc, ${t.businessDay} limit 1) x on true
  cross join lateral (select case when not (${isCanceled}) then ${sales.businessDay} else d.asked end as day,
      case when not (${isCanceled}) then ${sales.soldAt} else ${soldAt} end as sold_at) sale`,
  keeps,
  shows: {
    existing: jsonIf(sales.id, {
      id: sales.id,
      status: oneOf<SaleStatus>(sales.status),
      total: sales.total,
      discount: sales.discount,
      people: sales.people,
      stampsEarned: sales.stampsEarned,
      stampsPaidOff: sales.stampsPaidOff,
    }),
  },
});

/** Whether something of the sale has come back. */
export const isReturned = sql`exists (select 1 from ${from(md)} where ${md.merchantId} = ${merchantId}
      and ${md.transactionId} = ${sales.id})`;

/** Locks the Open sale that gets a customer, as it was seen. */
export const claimedLocked = lock({
  row: "x",
  table: sales,
  merchantId: sales.merchantId,
  strength: "no key update",
  is: sql`${sales.id} = ${b.existingId}`,
  asSeen: { version: sql`x.xmin::text` },
  onlyIf: b.existingId,
});

/** Locks the canceled sale that is replaced. */
export const replacedLocked = lock({
  row: "r",
  table: replaced,
  merchantId: replaced.merchantId,
  strength: "update",
  is: sql`${replaced.id} = ${b.replacedId}`,
  asSeen: { supersededBy: replaced.supersededById },
  onlyIf: b.replacedId,
});

/**
 * Whether the call has the content, the customer and the stamps of the recorded sale, which is not canceled. A
 * call without a customer needs only the content, because another can have named one for its Open sale since.
 */
export const isRepeated = sql<boolean>`(not (${isCanceled}) and ${sales.digest} = ${c.digest} and (not ${c.hasUser}
      or (${sales.customerId} is not distinct from ${customers.id} and ${sales.stampsSent} is not distinct from ${c.stampsSent})))`;

/** Whether the call names a customer for an Open sale of the same content. */
export const isClaimed = sql`(${sales.status} = 'Open' and ${c.hasUser} and ${sales.digest} = ${c.digest})`;

type Seen = { readonly existing: { readonly id: number; readonly status: SaleStatus } };

const another = (holds: SQL, message: string, rule: string) =>
  check({
    code: "duplicate_invoice_number",
    holds: () => holds,
    words: ({ existing: { id, status } }: Seen) => ({
      ...{ message, rule, found: `transaction ${id}` },
      ...{ existingTransactionId: id, existingTransactionStatus: status },
    }),
  });

/**
 * Whether the invoice number is new, or the call repeats the recorded sale, names a customer for it or may
 * replace it. A canceled sale is not repeated: the call would answer stamps that the customer has not.
 */
export const checks = {
  canceledMayBeReplaced: another(
    sql`${sales.status} is distinct from 'Canceled' or ${c.replaceCanceled}`,
    "This invoice was canceled. Send replace_canceled to record a corrected sale under its number.",
    "the sale with the invoice number was not canceled",
  ),
  invoiceIsNew: another(
    sql`${sales.id} is null or ${isCanceled} or ${isRepeated} or ${isClaimed}`,
    "Another transaction has this invoice number",
    "invoice number is new, or the sale is the same",
  ),
};
