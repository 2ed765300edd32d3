import { json, jsonIf, schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { sale } from "../../../machinery/facts/index.ts";
import { check, fact, from, merchantId, rowOf } from "../../../machinery/kernel/index.ts";
import type { RecordedContent } from "../modify-sale/modification.rules.ts";
import type { Returned } from "./types.ts";

// What a return looks up besides the sale: its store's day, and a return that has its number already.

const d = alias(schema.transactionModifications, "rr");
const s = alias(schema.stores, "s");
const first = alias(schema.transactionModifications, "fr");

export const call = {
  returnStore: "bigint",
  returnInvoiceNumber: "text",
  /** Null: now. */
  returnedAt: "text | null",
  /** The hash of the return's content. */
  digest: "text",
  /** The sale after the return. Null until it is computed. */
  after: "json | null",
} as const;
const c = rowOf("c", { ...call, now: 0 });

const at = sql`coalesce(${c.returnedAt}::timestamptz, ${c.now})`;

/** The return with the call's number in the same store on the same day. */
export const found = fact({
  call,
  joins: () => sql`
  left join lateral (select s.timezone from ${from(s)} where ${s.merchantId} = ${merchantId}
    and ${s.id} = ${c.returnStore} limit 1) s on true
  cross join lateral (select (${at} at time zone ${s.timezone})::date as day) rd
  left join lateral (select rr.* from ${from(d)} where ${d.merchantId} = ${merchantId}
    and ${d.returnInvoiceNumber} = ${c.returnInvoiceNumber} and ${d.businessDay} = rd.day
    and ${d.returnStoreId} = ${c.returnStore} limit 1) rr on true`,
  keeps: {
    returnDay: sql`rd.day`,
    returnedAt: at,
  },
  shows: { recorded: jsonIf(d.id, { id: d.id, outcome: sql<Returned>`${d.outcome}` }) },
});

/** The sale of the call: that of the recorded return, even if the invoice number is another sale's since. */
export const saleId = sql`coalesce(${d.transactionId}, c.transaction)`;

/** The sale as it was first recorded. */
export const rootFound = fact({
  call: {},
  joins: () => sql`
  left join lateral (select fr.before from ${from(first)} where ${first.merchantId} = ${merchantId}
    and ${first.transactionId} = ${sale.sales.id} and ${first.before} is not null
    order by ${first.id} limit 1) fr on true`,
  keeps: {},
  shows: {
    root: sql<RecordedContent | null>`${first.before}`,
    soldAt: sale.sales.soldAt,
  },
});

/** Whether the call repeats the recorded return. */
export const isRepeated = sql<boolean>`(${d.digest} is not null and ${d.digest} = ${c.digest})`;

/** Whether no other return has the number in this store on this day, and the time is one of a return. */
export const checks = {
  returnIsNew: check({
    code: "duplicate_invoice_number",
    holds: () => sql`${d.id} is null or ${isRepeated}`,
    words: ({ recorded: { id } }: { readonly recorded: { readonly id: number } }) => ({
      field: "return_invoice_number",
      message: "Another return has this invoice number",
      rule: "the return's invoice number is new, or the return is the same",
      found: `return ${id}`,
      existingModificationId: id,
    }),
  }),
};

/** Whether the return is not before the sale, and at most a day ahead. */
export const returnIsTimely = check({
  code: "invalid",
  holds: () =>
    sql`${at} <= ${c.now} + interval '1 day' and (${c.returnedAt} is null or ${at} >= ${sale.sales.soldAt})`,
  words: () => ({
    field: "return_created_datetime",
    message: "A time after the sale and at most a day ahead is expected.",
    rule: "a return is after its sale and at most a day ahead",
  }),
});

const row = rowOf("s", { modification: 0, now: 0, owes: 0, letGo: 0 });

/** What the return did, over `s`, a row of `changed`, `b`, what was seen, and the call `c`. */
export const returned = json({
  id: sql<number>`${row.modification}`,
  createdAt: sql<string>`${row.now}`,
  returnInvoiceNumber: sql<string>`${c.returnInvoiceNumber}`,
  total: sql<string>`(c.asked->>'total')`,
  subtotal: sql<string | null>`(c.asked->>'subtotal')`,
  stampsNamed: sql<number | null>`(c.asked->>'stamps')::bigint`,
  /** The stamps that the sale earns less. */
  stamps: sql<number>`(c.before->>'stampsEarned')::bigint - c.stamps_earned`,
  taken: sql<number>`s.takes`,
  owed: sql<number>`${row.owes}`,
  letGo: sql<number>`${row.letGo}`,
  root: sql<RecordedContent>`coalesce(b.root, c.before)`,
  original: sql<RecordedContent>`c.before`,
  modified: sql<RecordedContent>`c.after`,
});
