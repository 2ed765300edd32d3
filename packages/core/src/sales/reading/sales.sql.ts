import {
  type DocumentOf,
  isAnyOf,
  json,
  jsonIf,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoreContext } from "../../context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type Sort,
  type SortedPageInput,
} from "../../paging.ts";
import type { SaleStatus } from "../types.ts";
import { s, saleListed, t } from "./sale.sql.ts";

export const c = alias(schema.customers, "c");

/**
 * The fields of a sale `t`, its store `s` and its customer `c` that staff see. The customer is null while the
 * sale is Open.
 */
export const saleShown = { ...saleListed, customer: jsonIf(c.id, { name: c.name, id: c.id }) };

/** A sale as lists for staff show it. */
export type SaleShown = DocumentOf<typeof saleShown>;

/** Filters sales; null means no filter. Days are business days, the last one included. */
export type SaleFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly storeId: number | null;
  readonly status: SaleStatus | null;
  readonly invoiceNumber: string | null;
};

type ListInput = SaleFilter &
  ReturnType<typeof placeParameters> & { readonly stores: string | null; readonly limit: number };

type Path = {
  readonly where?: (p: Parameters<ListInput>) => SQL;
  /** The expression of the business day by which the list is sorted. */
  readonly day: SQL;
};

/**
 * Makes the statements of a list, one for each order. The sales of one invoice have their own list, because
 * they need another index, and so another plan.
 */
function listBy(name: string, path: Path) {
  return inEachOrder(name, (each, sort) => listIn(each, sort, path));
}

function listIn(name: string, sort: Sort, { where, day }: Path) {
  const [isAfter, first, direction] =
    sort === "oldest" ? [sql`>`, sql`'-infinity'`, asc] : [sql`<`, sql`'infinity'`, desc];
  return read(name, (p: Parameters<ListInput>) =>
    rowsOf(t, {
      where: [
        where?.(p),
        // the bounds are constant during a scan, so the index by day is read only between them
        sql`(${day}, ${t.id})
          ${isAfter} (coalesce(${p("afterKey")}::date, ${first}), ${p("afterId")}::bigint)`,
        sql`${day} between coalesce(${p("from")}::date, '-infinity')
          and coalesce(${p("to")}::date, 'infinity')`,
        optional(p("stores"), isAnyOf(t.storeId, p("stores"))),
        optional(p("storeId"), eq(t.storeId, p("storeId"))),
        optional(p("status"), eq(t.status, p("status"))),
      ],
      orderBy: [direction(day), direction(t.id)],
      limit: sql`${p("limit")} + 1`,
    })
      .join(s, eq(s.id, t.storeId))
      .leftJoin(c, eq(c.id, t.customerId))
      .list({ ...saleShown, place: json({ key: t.businessDay, id: t.id }) }),
  );
}

// The expression of the index by day. If that index had the plain column, a plan might walk it to find an
// invoice.
const byDay = listBy("list_sales", { day: sql`(${t.businessDay} + 0)` });
const byInvoice = listBy("list_sales_of_invoice", {
  where: (p) => eq(t.invoiceNumber, p("invoiceNumber")),
  day: sql`${t.businessDay}`,
});

/** One page of the sales of the caller's stores, by business day. */
export async function selectSales(
  ctx: CoreContext,
  { after, limit, sort = "newest", ...filter }: SaleFilter & SortedPageInput,
): Promise<Page<SaleShown>> {
  const { merchant, stores } = ctx.caller;
  const path = filter.invoiceNumber === null ? byDay : byInvoice;
  const rows = await run(ctx.db, path[sort], {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return pageOf(rows, limit, sort);
}
