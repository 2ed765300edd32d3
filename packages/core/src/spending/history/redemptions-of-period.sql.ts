import { heavyRead, isAnyOf, json, optional, type Parameters, rowsOf, run } from "@stampbook/db";
import { eq, isNotNull, sql } from "drizzle-orm";
import { inSentPeriod, type SentPeriod, sortedByTime } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type Sort,
  type SortedPageInput,
} from "../../foundation/paging.ts";
import { showCustomers } from "../../people/customers/index.ts";
import { findStore, type StoreRef } from "../../running/merchants/index.ts";
import type { RedemptionKind, RedemptionStatus } from "../redeeming/index.ts";
import { redemptions } from "./redemptions.sql.ts";
import {
  type WholeRedemption,
  wholeRedemption,
  withCustomerAndStore,
  zoneOfStore,
} from "./whole-redemption.sql.ts";

/** Filters of the redemptions of a period; null means no filter. */
export type RedemptionsOfPeriod = SentPeriod & {
  /** The time that the period and the order are about. `canceled` leaves out what is not canceled. */
  readonly by: "created" | "canceled";
  readonly store: StoreRef | null;
  readonly status: RedemptionStatus | null;
  readonly kinds: readonly RedemptionKind[] | null;
  readonly channels: readonly number[] | null;
  readonly invoiceNumber: string | null;
};

type ListInput = SentPeriod &
  ReturnType<typeof placeParameters> & {
    readonly offsetMs: number;
    readonly stores: string | null;
    readonly storeId: number | null;
    readonly status: string | null;
    readonly kinds: string | null;
    readonly channels: string | null;
    readonly invoiceNumber: string | null;
    readonly limit: number;
  };

type Path = {
  readonly by: RedemptionsOfPeriod["by"];
  /** Whether the list has one invoice number. PostgreSQL must use another index for it. */
  readonly isOfInvoice: boolean;
};

/** Builds the statements of a list, one for each order. */
function listBy(name: string, path: Path) {
  return inEachOrder(name, (each, sort) => listIn(each, sort, path));
}

function listIn(name: string, sort: Sort, { by, isOfInvoice }: Path) {
  const column = by === "created" ? redemptions.createdAt : redemptions.canceledAt;
  // with the plain column, PostgreSQL might search the index by time for an invoice
  const time = isOfInvoice ? sql`(${column} + interval '0')` : sql`${column}`;
  const { isAfter, orderBy } = sortedByTime(sort, time, redemptions.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    withCustomerAndStore(
      rowsOf(redemptions, {
        where: [
          isOfInvoice ? eq(redemptions.invoiceNumber, p("invoiceNumber")) : undefined,
          by === "canceled" ? isNotNull(column) : undefined,
          isAfter,
          inSentPeriod(time, sql`(${column} at time zone ${zoneOfStore})::date`, zoneOfStore),
          optional(p("stores"), isAnyOf(redemptions.storeId, p("stores"))),
          optional(p("storeId"), eq(redemptions.storeId, p("storeId"))),
          optional(p("status"), eq(redemptions.status, p("status"))),
          optional(p("kinds"), isAnyOf(redemptions.kind, p("kinds"))),
          optional(p("channels"), isAnyOf(redemptions.channel, p("channels"))),
        ],
        orderBy,
        limit: sql`${p("limit")} + 1`,
      }),
    ).list({
      ...wholeRedemption,
      place: json({ key: sql<string>`${column}`, id: redemptions.id }),
    }),
  );
}

const lists = {
  created: {
    ofPeriod: listBy("read_redemptions", { by: "created", isOfInvoice: false }),
    ofInvoice: listBy("read_redemptions_of_invoice", { by: "created", isOfInvoice: true }),
  },
  canceled: {
    ofPeriod: listBy("read_canceled_redemptions", { by: "canceled", isOfInvoice: false }),
    ofInvoice: listBy("read_canceled_of_invoice", { by: "canceled", isOfInvoice: true }),
  },
};

/**
 * Returns a page of the redemptions of a period in the caller's stores, as tokens read them, by default
 * oldest first. Each customer in it counts as shown if the token may see members. Throws `invalid_store`,
 * `permission_denied` if the caller may not act in the store, and `too_many_attempts`. Interface 3, R14.
 */
export async function listRedemptionsOfPeriod(
  ctx: CoreContext,
  { after, limit, sort = "oldest", by, store, ...filter }: RedemptionsOfPeriod & SortedPageInput,
): Promise<Page<WholeRedemption>> {
  const { merchant, stores } = ctx.caller;
  const storeId = store === null ? null : await findStore(ctx, store);
  const paths = lists[by];
  const path = filter.invoiceNumber === null ? paths.ofPeriod : paths.ofInvoice;
  const rows = await run(ctx.db, path[sort], {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    offsetMs: ctx.clockOffsetMs,
    stores: inBraces(stores),
    storeId,
    kinds: inBraces(filter.kinds),
    channels: inBraces(filter.channels),
    limit,
  });
  const { items, next } = pageOf(rows, limit, sort);
  return { items: await showCustomers(ctx, items), next };
}

const inBraces = (values: readonly (string | number)[] | null) => values && `{${values.join(",")}}`;
