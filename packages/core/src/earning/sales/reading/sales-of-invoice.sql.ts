import { clockArm, isAnyOf, optional, rowsOf, run, statement } from "@stampbook/db";
import { asc, desc, eq, isNull, sql } from "drizzle-orm";
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
  /** The business day, `YYYY-MM-DD`; null: the newest one on which a sale has the number. */
  readonly businessDay: string | null;
  readonly store: StoreRef | null;
  /** Whether sales that are not canceled come before newer ones that are. */
  readonly prefersUncanceled?: boolean;
};

/**
 * The named store, and at most two sales with the invoice number that no other supersedes, the newest day
 * first. If there are two of one day, several stores have the invoice number on that day.
 */
type InvoiceSeen = {
  readonly store: StoreNow | null;
  readonly sales: readonly { readonly id: number; readonly businessDay: string }[];
};

const found = rowsOf(sales, {
  where: [
    eq(sales.invoiceNumber, sql`${p("invoiceNumber")}`),
    sql`${sales.businessDay} between coalesce(${p("businessDay")}::date, '-infinity')
      and coalesce(${p("businessDay")}::date, 'infinity')`,
    isNull(sales.supersededById),
    sql`(not ${p("hasStore")}::text::boolean or ${sales.storeId} = (select id from store))`,
    optional(p("stores"), isAnyOf(sales.storeId, p("stores"))),
  ],
  orderBy: [
    sql`${p("prefersUncanceled")}::text::boolean and ${sales.status} = 'Canceled'`,
    desc(sales.businessDay),
    asc(sales.storeId),
  ],
  limit: sql`2`,
}).list({ id: sales.id, businessDay: sales.businessDay });

const load = statement<InvoiceSeen>(
  "find_sale",
  { clock: clockArm, store: storeArm },
  sql`json_build_object('store', ${storeDoc}, 'sales', ${found})`,
);

/** Reads the named store, and at most two sales with the invoice number and day in the caller's stores. */
export function selectSalesOfInvoice(
  ctx: CoreContext,
  { invoiceNumber, businessDay, store, prefersUncanceled = false }: InvoiceRef,
): Promise<InvoiceSeen> {
  const { merchant, stores } = ctx.caller;
  return run(ctx.db, load, {
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    ...readStoreRef(store ?? ""),
    ...{ invoiceNumber, businessDay, hasStore: String(store !== null) },
    prefersUncanceled: String(prefersUncanceled),
    stores: stores && `{${stores.join(",")}}`,
  });
}
