import { clockArm, isAnyOf, optional, rowsOf, run, statement } from "@stampbook/db";
import { asc, eq, isNull, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import {
  readStoreRef,
  type StoreNow,
  type StoreRef,
  storeArm,
  storeDoc,
} from "../../../running/merchants/index.ts";
import { sales } from "./sale.sql.ts";

const p = sql.placeholder;

/** Names a sale by its invoice. If `store` is null, all stores of the caller are searched. */
export type InvoiceRef = {
  readonly invoiceNumber: string;
  /** The business day, `YYYY-MM-DD`. */
  readonly businessDay: string;
  readonly store: StoreRef | null;
};

/**
 * The named store, and at most two sales with the invoice number that no other supersedes. If there are two,
 * several stores have the invoice number on that day.
 */
type InvoiceSeen = {
  readonly store: StoreNow | null;
  readonly sales: readonly { readonly id: number }[];
};

const found = rowsOf(sales, {
  where: [
    eq(sales.invoiceNumber, sql`${p("invoiceNumber")}`),
    eq(sales.businessDay, sql`${p("businessDay")}`),
    isNull(sales.supersededById),
    sql`(not ${p("hasStore")}::text::boolean or ${sales.storeId} = (select id from store))`,
    optional(p("stores"), isAnyOf(sales.storeId, p("stores"))),
  ],
  orderBy: [asc(sales.storeId)],
  limit: sql`2`,
}).list({ id: sales.id });

const load = statement<InvoiceSeen>(
  "find_sale",
  { clock: clockArm, store: storeArm },
  sql`json_build_object('store', ${storeDoc}, 'sales', ${found})`,
);

/** Reads the named store, and at most two sales with the invoice number and day in the caller's stores. */
export function selectSalesOfInvoice(
  ctx: CoreContext,
  { invoiceNumber, businessDay, store }: InvoiceRef,
): Promise<InvoiceSeen> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(store ?? ""),
    ...{ invoiceNumber, businessDay, hasStore: String(store !== null) },
    stores: stores && `{${stores.join(",")}}`,
  });
}
