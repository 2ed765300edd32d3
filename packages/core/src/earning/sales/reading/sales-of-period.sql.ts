import { heavyRead, isAnyOf, json, optional, type Parameters, rowsOf, run } from "@stampbook/db";
import { eq, isNotNull, sql } from "drizzle-orm";
import { inSentPeriod, type SentPeriod, sortedByTime } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type Sort,
  type SortedPageInput,
} from "../../../foundation/paging.ts";
import { showCustomers } from "../../../people/customers/index.ts";
import { findStore, type StoreRef } from "../../../running/merchants/index.ts";
import type { SaleStatus } from "../types.ts";
import { sales, stores } from "./sale.sql.ts";
import { customers } from "./sales.sql.ts";
import { type SoldSale, soldSale } from "./whole-sale.sql.ts";

/** Filters of the sales of a period; null means no filter. */
export type SalesOfPeriod = SentPeriod & {
  /**
   * The time that the period and the order are about: `created` is the time of the sale, `canceled` leaves
   * out what is not canceled.
   */
  readonly by: "created" | "canceled";
  readonly store: StoreRef | null;
  readonly status: SaleStatus | null;
  readonly channels: readonly number[] | null;
  readonly invoiceNumber: string | null;
};

type ListInput = SentPeriod &
  ReturnType<typeof placeParameters> & {
    readonly offsetMs: number;
    readonly stores: string | null;
    readonly storeId: number | null;
    readonly status: string | null;
    readonly channels: string | null;
    readonly invoiceNumber: string | null;
    readonly limit: number;
  };

type Path = {
  readonly by: SalesOfPeriod["by"];
  /** Whether the list has one invoice number. PostgreSQL must use another index for it. */
  readonly isOfInvoice: boolean;
};

const zone = rowsOf(stores, { where: [eq(stores.id, sales.storeId)] }).value(
  sql<string>`${stores.timezone}`,
);

/** Builds the statements of a list, one for each order. */
function listBy(name: string, path: Path) {
  return inEachOrder(name, (each, sort) => listIn(each, sort, path));
}

function listIn(name: string, sort: Sort, { by, isOfInvoice }: Path) {
  const column = by === "created" ? sales.soldAt : sales.canceledAt;
  const day =
    by === "created" ? sql`${sales.businessDay}` : sql`(${column} at time zone ${zone})::date`;
  // with the plain column, PostgreSQL might search the index by time for an invoice
  const time = isOfInvoice ? sql`(${column} + interval '0')` : sql`${column}`;
  const { isAfter, orderBy } = sortedByTime(sort, time, sales.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(sales, {
      where: [
        isOfInvoice ? eq(sales.invoiceNumber, p("invoiceNumber")) : undefined,
        by === "canceled" ? isNotNull(column) : undefined,
        isAfter,
        inSentPeriod(time, day, zone),
        optional(p("stores"), isAnyOf(sales.storeId, p("stores"))),
        optional(p("storeId"), eq(sales.storeId, p("storeId"))),
        optional(p("status"), eq(sales.status, p("status"))),
        optional(p("channels"), isAnyOf(sales.channel, p("channels"))),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    })
      .join(stores, eq(stores.id, sales.storeId))
      .leftJoin(customers, eq(customers.id, sales.customerId))
      .list({ ...soldSale, place: json({ key: sql<string>`${column}`, id: sales.id }) }),
  );
}

const lists = {
  created: {
    ofPeriod: listBy("read_sales", { by: "created", isOfInvoice: false }),
    ofInvoice: listBy("read_sales_of_invoice", { by: "created", isOfInvoice: true }),
  },
  canceled: {
    ofPeriod: listBy("read_canceled_sales", { by: "canceled", isOfInvoice: false }),
    ofInvoice: listBy("read_canceled_sales_of_invoice", { by: "canceled", isOfInvoice: true }),
  },
};

/**
 * Returns a page of the sales of a period in the caller's stores, as tokens read them, by default oldest
 * first. Each customer in it counts as shown if the token may see members. Throws `invalid_store`,
 * `permission_denied` if the caller may not act in the store, and `too_many_attempts`. Interface 3, T11.
 */
export async function listSalesOfPeriod(
  ctx: CoreContext,
  {
    after,
    limit,
    sort = "oldest",
    by,
    store,
    channels,
    ...filter
  }: SalesOfPeriod & SortedPageInput,
): Promise<Page<SoldSale>> {
  const { merchant, stores } = ctx.caller;
  const storeId = store === null ? null : await findStore(ctx, store);
  const paths = lists[by];
  const path = filter.invoiceNumber === null ? paths.ofPeriod : paths.ofInvoice;
  const rows = await run(ctx.db, path[sort], {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    stores: stores && `{${stores.join(",")}}`,
    storeId,
    channels: channels && `{${channels.join(",")}}`,
    limit,
  });
  const { items, next } = pageOf(rows, limit, sort);
  return { items: await showCustomers(ctx, items), next };
}
