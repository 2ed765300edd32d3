import {
  type DocumentOf,
  heavyRead,
  isAnyOf,
  json,
  oneOf,
  optional,
  type Parameters,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { and, type Column, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  type Actor,
  actorDoc,
  inPeriod,
  shownName,
  sortedByTime,
  zoneOfPeriod,
} from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type Sort,
  type SortedPageInput,
} from "../../foundation/paging.ts";
import type { RedemptionKind, RedemptionStatus } from "../redeeming/index.ts";

// Aliases of tables. Other folders import `r`, `c` and `s`.
export const redemptions = alias(schema.redemptions, "r");
export const customers = alias(schema.customers, "c");
export const stores = alias(schema.stores, "s");
const l = alias(schema.redemptionLines, "l");
const v = alias(schema.vouchers, "v");

/** The id and the name of a row, for a link to it. */
export type Named = { readonly id: number; readonly name: string };

/** Reads a column such as `staff:<id>` as an `Actor`; null if the column is null. */
export const actorOf = (column: Column): SQL<Actor | null> =>
  actorDoc(sql`${column}`) as SQL<Actor | null>;

const linesOfRow = rowsOf(l, { where: [eq(l.redemptionId, redemptions.id)] });

/**
 * The fields that lists show of a redemption `r`, its customer `c` and its store `s`. The statement must have
 * the parameter `merchantId`.
 */
export const redemptionListed = {
  id: redemptions.id,
  kind: oneOf<RedemptionKind>(redemptions.kind),
  status: oneOf<RedemptionStatus>(redemptions.status),
  name: redemptions.name,
  stampsUsed: redemptions.stampsUsed,
  /** The stamps that came back: all if it is canceled, else those of canceled parts. */
  stampsReturned: sql<number>`case when ${redemptions.status} = 'Canceled' then ${redemptions.stampsUsed}
    else ${redemptions.stampsReturned} end`,
  /** The amount deducted from dynamic vouchers, a decimal. Null if nothing was deducted. */
  value: linesOfRow.value(sql<string>`sum(${l.value})::text`),
  customer: json({ id: customers.id, name: shownName(customers) }),
  store: json({ id: stores.id, name: stores.name }),
  channel: redemptions.channel,
  invoiceNumber: redemptions.invoiceNumber,
  createdAt: redemptions.createdAt,
  canceledAt: redemptions.canceledAt,
  redeemedBy: actorDoc(sql`${redemptions.redeemedBy}`) as SQL<Actor>,
  canceledBy: actorOf(redemptions.canceledBy),
};

/** A redemption as lists show it. */
export type RedemptionListed = DocumentOf<typeof redemptionListed>;

/**
 * Filters of the redemptions; null means all. `from` and `to` are inclusive days in the time zone of the
 * store `storeId`, or of the merchant if `storeId` is null.
 */
export type RedemptionFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly storeId: number | null;
  readonly customerId: number | null;
  readonly kind: RedemptionKind | null;
  readonly status: RedemptionStatus | null;
  /** Who redeemed or canceled, as the rows store it: `staff:<id>` or `token:<id>`. */
  readonly who: string | null;
  readonly invoiceNumber: string | null;
  /** Only redemptions with a line of this reward. */
  readonly rewardId: number | null;
  /** Only redemptions with a line whose voucher is of this template. */
  readonly templateId: number | null;
};

type ListInput = RedemptionFilter &
  ReturnType<typeof placeParameters> & {
    readonly timezone: string;
    readonly stores: string | null;
    readonly limit: number;
  };

/**
 * Builds the statements of a list, one for each order. The lists of all redemptions, of an invoice and of a
 * customer are separate statements, so that PostgreSQL plans each with the index that fits.
 */
function listBy(name: string, path: (p: Parameters<ListInput>) => SQL | undefined) {
  return inEachOrder(name, (each, sort) => listIn(each, sort, path));
}

function listIn(name: string, sort: Sort, path: (p: Parameters<ListInput>) => SQL | undefined) {
  const { isAfter, orderBy } = sortedByTime(sort, redemptions.createdAt, redemptions.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(redemptions, {
      where: [
        path(p),
        isAfter,
        inPeriod(sql`${redemptions.createdAt}`),
        optional(p("stores"), isAnyOf(redemptions.storeId, p("stores"))),
        optional(p("storeId"), eq(redemptions.storeId, p("storeId"))),
        optional(p("customerId"), eq(redemptions.customerId, p("customerId"))),
        optional(p("kind"), eq(redemptions.kind, p("kind"))),
        optional(p("status"), eq(redemptions.status, p("status"))),
        optional(
          p("who"),
          or(eq(redemptions.redeemedBy, p("who")), eq(redemptions.canceledBy, p("who"))),
        ),
        optional(p("rewardId"), linesOfRow.includes(l.rewardId, p("rewardId"))),
        optional(
          p("templateId"),
          linesOfRow.join(v, eq(v.id, l.voucherId)).includes(v.voucherTemplateId, p("templateId")),
        ),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    })
      .join(customers, eq(customers.id, redemptions.customerId))
      .leftJoin(stores, eq(stores.id, redemptions.storeId))
      .list({
        ...redemptionListed,
        place: json({ key: redemptions.createdAt, id: redemptions.id }),
      }),
  );
}

const byTime = listBy("list_redemptions", () => undefined);
const byInvoice = listBy("list_redemptions_of_invoice", (p) =>
  eq(redemptions.invoiceNumber, p("invoiceNumber")),
);
const byCustomer = listBy("list_redemptions_of_customer", (p) =>
  and(
    eq(redemptions.customerId, p("customerId")),
    optional(p("invoiceNumber"), eq(redemptions.invoiceNumber, p("invoiceNumber"))),
  ),
);

/** Returns a page of the redemptions in the caller's stores, by default newest first. */
export async function listRedemptions(
  ctx: CoreContext,
  { after, limit, sort = "newest", ...filter }: RedemptionFilter & SortedPageInput,
): Promise<Page<RedemptionListed>> {
  const { merchant, stores } = ctx.caller;
  const { customerId, invoiceNumber } = filter;
  const path = customerId !== null ? byCustomer : invoiceNumber !== null ? byInvoice : byTime;
  const rows = await run(ctx.db, path[sort], {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: await zoneOfPeriod(ctx, filter.storeId),
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return pageOf(rows, limit, sort);
}
