import { json, jsonIf, schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { IssuedVoucher } from "../../../holding/vouchers/index.ts";
import {
  canceledByStaff,
  issued,
  merchant,
  sale,
  stamps,
  takenBack,
} from "../../../machinery/facts/index.ts";
import { check, fact, from, merchantId, rowOf, unless } from "../../../machinery/kernel/index.ts";
import * as contentOfSale from "../modify-sale/content-of-sale.sql.ts";
import type { RecordedContent } from "../modify-sale/modification.rules.ts";
import { unknownSale } from "../reading/reading.rules.ts";
import type { Others, Returned } from "./types.ts";

// What a return and its preview look up and check.

const d = alias(schema.transactionModifications, "rr");
const s = alias(schema.stores, "s");
const first = alias(schema.transactionModifications, "fr");

const call = {
  returnStore: "bigint",
  returnInvoiceNumber: "text",
  /** Null: now. */
  returnedAt: "text | null",
  /** The hash of the return's content. */
  digest: "text",
  /** The sale after the return. Null until it is computed. */
  after: "json | null",
  /** The stamps that the return adds to the sale. Null until they are computed. */
  adds: "bigint | null",
  /** Whether the vouchers that the sale issued stay as they are, even if nothing is left of it. */
  keepIssued: "boolean",
} as const;
const c = rowOf("c", { ...call, now: 0 });

const at = sql`coalesce(${c.returnedAt}::timestamptz, ${c.now})`;

/** The return with the call's number in the same store on the same day. */
const found = fact({
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
    adds: c.adds,
    expiresOn: stamps.merchantsLastDay,
  },
  shows: {
    recorded: jsonIf(d.id, { id: d.id, outcome: sql<Returned>`${d.outcome}` }),
    /** Whether the call repeats the recorded return. */
    isSame: sql<boolean>`(${d.digest} is not null and ${d.digest} = ${c.digest})`,
    /** Today in the store that takes the goods back. */
    storeDay: sql<string>`(${c.now} at time zone ${s.timezone})::date`,
  },
});

/** Whether the vouchers that the sale issued become inactive. */
const isWithdrawn = sql`(c.total = 0 and not ${c.keepIssued})`;

/** The sale as it was first recorded. */
const rootFound = fact({
  call: {},
  joins: () => sql`
  left join lateral (select fr.before from ${from(first)} where ${first.merchantId} = ${merchantId}
    and ${first.transactionId} = ${sale.sales.id} and ${first.before} is not null
    order by ${first.id} limit 1) fr on true`,
  keeps: {},
  shows: { root: sql<RecordedContent | null>`${first.before}` },
});

/**
 * What a return reads. The sale is that of the recorded return, even if its invoice number is another sale's
 * since. `regained` are the stamps that come back before others are taken.
 */
export const seesWith = (regained: SQL) =>
  [
    merchant.found,
    found,
    sale.found({
      id: sql`coalesce(${d.transactionId}, c.transaction)`,
      ...{ spending: "c.spending", due: sql`c.takes`, regained },
      ifSpent: merchant.merchants.spentStampsOnReturn,
    }),
    contentOfSale.found,
    rootFound,
    canceledByStaff.found(sale.sales.createdAt),
    issued.found("v.issued_by_transaction_id = x.id", isWithdrawn, isWithdrawn),
  ] as const;

/** Whether the call repeats the recorded return. */
export const isRepeated = sql<boolean>`(${d.digest} is not null and ${d.digest} = ${c.digest})`;

const returnIsNew = check({
  code: "duplicate_invoice_number",
  holds: () => sql`${d.id} is null or ${isRepeated}`,
  words: ({ recorded: { id } }: { readonly recorded: { readonly id: number } }) => ({
    field: "return_invoice_number",
    message: "Another return has this invoice number",
    rule: "the return's invoice number is new, or the return is the same",
    found: `return ${id}`,
    existingModificationId: id,
  }),
});

const returnIsTimely = check({
  code: "invalid",
  holds: () =>
    sql`${at} <= ${c.now} + interval '1 day' and (${c.returnedAt} is null or ${at} >= ${sale.sales.soldAt})`,
  words: () => ({
    field: "return_created_datetime",
    message: "A time after the sale and at most a day ahead is expected.",
    rule: "a return is after its sale and at most a day ahead",
  }),
});

const { code: _, ...unknown } = unknownSale;
const saleExists = check({
  code: "invalid_transaction",
  holds: () => sql`${sale.sales.id} is not null`,
  words: () => unknown,
});
const staff = canceledByStaff.checks(sale.sales.createdAt, "Returns");

/** Whether the return's number is new, and its sale and its time are those of a return. */
export const checks = [
  { returnIsNew },
  unless(isRepeated, {
    saleExists,
    saleIsCallers: sale.checks.saleIsCallers,
    saleIsNotCanceled: sale.isNotCanceled,
    returnIsTimely,
    isRecentEnough: staff.isRecentEnough,
  }),
] as const;

/** Whether staff say why. */
export const reasons = unless(isRepeated, { reasonIsGiven: staff.reasonIsGiven });

/** Whether no voucher of the sale is spent, if nothing is left of it, and the stamps are there. */
export const isLeft = unless(sql`(${contentOfSale.lacks} or ${isRepeated})`, {
  issuedAreUnspent: issued.areUnspent(isWithdrawn, "transaction", {
    field: "deactivate_payment_vouchers",
  }),
  stampsAreLeft: takenBack.areLeft(() => ({
    message: "Transaction can't be returned due to insufficient Stamps",
    rule: "the stamps that the sale no longer earns are there to go back",
  })),
});

/** What the return does, as SQL over the call `c` and `row`, which has `takes`, `owes` and `let_go`. */
export const returnedBy = (row: "s" | "b") => {
  const of = rowOf(row, { modification: 0, now: 0, takes: 0, owes: 0, letGo: 0 });
  return {
    id: sql<number>`${of.modification}`,
    createdAt: sql<string>`${of.now}`,
    returnInvoiceNumber: sql<string>`${c.returnInvoiceNumber}`,
    total: sql<string>`(c.asked->>'total')`,
    subtotal: sql<string | null>`(c.asked->>'subtotal')`,
    stampsNamed: sql<number | null>`(c.asked->>'stamps')::bigint`,
    stamps: sql<number>`(c.before->>'stampsEarned')::bigint - c.stamps_earned`,
    taken: sql<number>`${of.takes}`,
    owed: sql<number>`${of.owes}`,
    letGo: sql<number>`${of.letGo}`,
    root: sql<RecordedContent>`coalesce(b.root, c.before)`,
    original: sql<RecordedContent>`c.before`,
    modified: sql<RecordedContent>`c.after`,
    issued: sql<readonly IssuedVoucher[]>`b.issued`,
  };
};

/** What a written return did, over `s`, a row of `changed`, `b`, what was seen, and the call `c`. */
export const returned = json({ ...returnedBy("s"), others: sql<Others>`c.others` });
