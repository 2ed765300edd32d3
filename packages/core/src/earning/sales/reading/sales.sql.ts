import {
  type DocumentOf,
  heavyRead,
  isAnyOf,
  json,
  jsonIf,
  optional,
  type Parameters,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { type Column, eq, gte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { shownName, sortedByTime } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type Sort,
  type SortedPageInput,
} from "../../../foundation/paging.ts";
import type { SaleStatus } from "../types.ts";
import { saleListed, sales, stores } from "./sale.sql.ts";

export const customers = alias(schema.customers, "c");

/**
 * The fields of a row of `sales`, of its store and of its customer that staff see. The customer is null if the
 * sale is Open, or was canceled while it was Open.
 */
export const saleShown = {
  ...saleListed,
  customer: jsonIf(customers.id, { name: shownName(customers), id: customers.id }),
};

/** A sale as lists for staff show it. */
type SaleShown = DocumentOf<typeof saleShown>;

/** Filters of sales; null means no filter. `from` and `to` are business days, both inclusive. */
export type SaleFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly storeId: number | null;
  readonly status: SaleStatus | null;
  readonly invoiceNumber: string | null;
  readonly customerId: number | null;
  /** Who recorded or canceled, as the rows store it: `staff:<id>` or `token:<id>`. */
  readonly who: string | null;
  /** Only sales that staff recorded at the till. */
  readonly isByStaff?: boolean;
  /** The least number of stamps that a sale earned. */
  readonly leastStamps?: number | null;
};

type ListInput = SaleFilter &
  ReturnType<typeof placeParameters> & { readonly stores: string | null; readonly limit: number };

type Path = {
  readonly where?: (p: Parameters<ListInput>) => SQL;
  /** The time by which the list is sorted. */
  readonly time: Column | SQL;
};

/**
 * Builds the statements of a list, one for each order. The lists of one invoice and of one customer are
 * separate, because PostgreSQL must use other indexes for them.
 */
function listBy(name: string, path: Path) {
  return inEachOrder(name, (each, sort) => listIn(each, sort, path));
}

function listIn(name: string, sort: Sort, { where, time }: Path) {
  const { isAfter, orderBy } = sortedByTime(sort, time, sales.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(sales, {
      where: [
        where?.(p),
        isAfter,
        sql`${sales.businessDay} between coalesce(${p("from")}::date, '-infinity')
          and coalesce(${p("to")}::date, 'infinity')`,
        // A store's business day differs from the UTC day by at most one day. Between these bounds PostgreSQL
        // reads only a part of the index by time.
        sql`${time} >= coalesce((${p("from")}::date - 1)::timestamp at time zone 'UTC', '-infinity')
          and ${time} < coalesce((${p("to")}::date + 2)::timestamp at time zone 'UTC', 'infinity')`,
        optional(p("stores"), isAnyOf(sales.storeId, p("stores"))),
        optional(p("storeId"), eq(sales.storeId, p("storeId"))),
        optional(p("status"), eq(sales.status, p("status"))),
        optional(p("customerId"), eq(sales.customerId, p("customerId"))),
        optional(p("who"), or(eq(sales.createdBy, p("who")), eq(sales.canceledBy, p("who")))),
        sql`(not ${p("isByStaff")}::boolean or starts_with(${sales.createdBy}, 'staff:'))`,
        optional(p("leastStamps"), gte(sales.stampsEarned, p("leastStamps"))),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    })
      .join(stores, eq(stores.id, sales.storeId))
      .leftJoin(customers, eq(customers.id, sales.customerId))
      .list({ ...saleShown, place: json({ key: sales.soldAt, id: sales.id }) }),
  );
}

const byTime = listBy("list_sales", { time: sales.soldAt });
const byInvoice = listBy("list_sales_of_invoice", {
  where: (p) => eq(sales.invoiceNumber, p("invoiceNumber")),
  // with the plain column, PostgreSQL might search the index by time for an invoice or a customer
  time: sql`(${sales.soldAt} + interval '0')`,
});

const byCustomer = listBy("list_sales_of_a_customer", {
  where: (p) => eq(sales.customerId, p("customerId")),
  time: sql`(${sales.soldAt} + interval '0')`,
});

/**
 * Returns a page of the sales in the caller's stores, sorted by time and then id, by default newest first.
 */
export async function listSales(
  ctx: CoreContext,
  {
    after,
    limit,
    sort = "newest",
    isByStaff = false,
    leastStamps = null,
    ...filter
  }: SaleFilter & SortedPageInput,
): Promise<Page<SaleShown>> {
  const { merchant, stores } = ctx.caller;
  const { invoiceNumber, customerId } = filter;
  const path = invoiceNumber !== null ? byInvoice : customerId !== null ? byCustomer : byTime;
  const rows = await run(ctx.db, path[sort], {
    ...{ ...filter, isByStaff, leastStamps },
    ...placeParameters(after),
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return pageOf(rows, limit, sort);
}
