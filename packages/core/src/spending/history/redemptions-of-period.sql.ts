import {
  heavyRead,
  isAnyOf,
  json,
  optional,
  type Parameters,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { type Column, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import {
  type Actor,
  actorDoc,
  inSentPeriod,
  type SentPeriod,
  sortedByTime,
} from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import {
  inEachOrder,
  type Page,
  type Placed,
  pageOf,
  placeParameters,
  type Sort,
  type SortedPageInput,
} from "../../foundation/paging.ts";
import { showCustomers } from "../../people/customers/index.ts";
import { findStore, type StoreRef } from "../../running/merchants/index.ts";
import type { RedemptionKind, RedemptionStatus } from "../redeeming/index.ts";
import { redemptions, stores } from "./redemptions.sql.ts";
import {
  type WholeRedemption,
  wholeRedemption,
  withCustomerAndStore,
  zoneOfStore,
} from "./whole-redemption.sql.ts";

/** Filters of the redemptions of a period; null means no filter. */
export type RedemptionsOfPeriod = SentPeriod & {
  /** The time that the period and the order are about: of the redemptions, or of each of their cancels. */
  readonly by: "created" | "canceled";
  readonly store: StoreRef | null;
  readonly status: RedemptionStatus | null;
  readonly kinds: readonly RedemptionKind[] | null;
  readonly channels: readonly number[] | null;
  readonly invoiceNumber: string | null;
};

const { redemptionCancels: parts } = schema;

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

/** A cancel of a redemption. */
export type CancelListed = {
  /** The line, if only a part of the redemption was canceled. Null: all that was left of it. */
  readonly line: number | null;
  /** How many of the line. Null without a line. */
  readonly qty: number | null;
  /** The stamps that this cancel gave back. */
  readonly stamps: number;
  readonly createdAt: string;
  readonly canceledBy: Actor;
};

/** A redemption of the list. If the list is of cancels, a redemption comes once with each. */
export type RedemptionOfPeriod = WholeRedemption & { readonly cancel: CancelListed | null };
type Row = Placed<RedemptionOfPeriod>;

/** Builds the statements of a list, one for each order. */
function listBy(name: string, path: Path) {
  return inEachOrder(name, (each, sort) =>
    heavyRead(each, (p: Parameters<ListInput>) =>
      json({
        redemptions: redemptionsIn(p, sort, path),
        parts: path.by === "canceled" ? partsIn(p, sort, path) : sql<readonly Row[]>`'[]'::json`,
      }),
    ),
  );
}

/** The redemptions of the list by their own time, or by that of the cancel of all that was left. */
function redemptionsIn(p: Parameters<ListInput>, sort: Sort, { by, isOfInvoice }: Path) {
  const column = by === "created" ? redemptions.createdAt : redemptions.canceledAt;
  const time = timeIn(isOfInvoice, column);
  const { isAfter, orderBy } = sortedByTime(sort, time, redemptions.id);
  return withCustomerAndStore(
    rowsOf(redemptions, {
      where: [
        isOfInvoice ? ofInvoice(p) : undefined,
        by === "canceled" ? isNotNull(column) : undefined,
        isAfter,
        inSentPeriod(time, sql`(${column} at time zone ${zoneOfStore})::date`, zoneOfStore),
        ...filtersIn(p),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    }),
  ).list({
    ...wholeRedemption,
    cancel: by === "canceled" ? lastCancel : sql<CancelListed | null>`null`,
    place: json({ key: sql<string>`${column}`, id: redemptions.id }),
  });
}

const partsOfRow = rowsOf(parts, { where: [eq(parts.redemptionId, redemptions.id)] });

const lastCancel: SQL<CancelListed | null> = json({
  line: sql<null>`null`,
  qty: sql<null>`null`,
  stamps: sql<number>`${redemptions.stampsUsed} - coalesce(${partsOfRow.value(sql`sum(${parts.stamps})`)}, 0)`,
  createdAt: sql<string>`${redemptions.canceledAt}`,
  canceledBy: actorDoc(sql`${redemptions.canceledBy}`) as SQL<Actor>,
});

/** The redemptions of the list by the time of each cancel of a part. No two of one redemption share a time. */
function partsIn(p: Parameters<ListInput>, sort: Sort, { isOfInvoice }: Path) {
  const ofPart = eq(redemptions.id, parts.redemptionId);
  const zone = rowsOf(redemptions, { where: [ofPart] })
    .join(stores, eq(stores.id, redemptions.storeId))
    .value(sql<string>`${stores.timezone}`);
  const time = timeIn(isOfInvoice, parts.createdAt);
  const { isAfter, orderBy } = sortedByTime(sort, time, parts.redemptionId);
  const found = rowsOf(parts, {
    where: [
      isOfInvoice
        ? rowsOf(redemptions, { where: [ofInvoice(p)] }).includes(
            redemptions.id,
            sql`${parts.redemptionId}`,
          )
        : undefined,
      isAfter,
      inSentPeriod(time, sql`(${parts.createdAt} at time zone ${zone})::date`, zone),
      sql`${rowsOf(redemptions, { where: [ofPart, ...filtersIn(p)] }).exists()}`,
    ],
    orderBy,
    limit: sql`${p("limit")} + 1`,
  });
  return withCustomerAndStore(found.join(redemptions, ofPart)).list({
    ...wholeRedemption,
    cancel: json({
      line: parts.line,
      qty: parts.qty,
      stamps: parts.stamps,
      createdAt: parts.createdAt,
      canceledBy: actorDoc(sql`${parts.canceledBy}`) as SQL<Actor>,
    }) as SQL<CancelListed | null>,
    place: json({ key: sql<string>`${parts.createdAt}`, id: parts.redemptionId }),
  });
}

/** With the plain column, PostgreSQL might search the index by time for an invoice. */
const timeIn = (isOfInvoice: boolean, column: Column) =>
  isOfInvoice ? sql`(${column} + interval '0')` : sql`${column}`;

const ofInvoice = (p: Parameters<ListInput>) => eq(redemptions.invoiceNumber, p("invoiceNumber"));

const filtersIn = (p: Parameters<ListInput>) => [
  optional(p("stores"), isAnyOf(redemptions.storeId, p("stores"))),
  optional(p("storeId"), eq(redemptions.storeId, p("storeId"))),
  optional(p("status"), eq(redemptions.status, p("status"))),
  optional(p("kinds"), isAnyOf(redemptions.kind, p("kinds"))),
  optional(p("channels"), isAnyOf(redemptions.channel, p("channels"))),
];

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
 * oldest first, or of their cancels, also those of parts. Each customer in it counts as shown if the token may see members. Throws `invalid_store`,
 * `permission_denied` if the caller may not act in the store, and `too_many_attempts`. Interface 3, R14.
 */
export async function listRedemptionsOfPeriod(
  ctx: CoreContext,
  { after, limit, sort = "oldest", by, store, ...filter }: RedemptionsOfPeriod & SortedPageInput,
): Promise<Page<RedemptionOfPeriod>> {
  const { merchant, stores } = ctx.caller;
  const storeId = store === null ? null : await findStore(ctx, store);
  const paths = lists[by];
  const path = filter.invoiceNumber === null ? paths.ofPeriod : paths.ofInvoice;
  const read = await run(ctx.db, path[sort], {
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
  const rows = [...read.redemptions, ...read.parts].toSorted(inOrder[sort]);
  const { items, next } = pageOf(rows, limit, sort);
  return { items: await showCustomers(ctx, items), next };
}

/** Compares rows by time, which is ISO text in UTC, then by the redemption's id. */
const byPlace = ({ place: one }: Row, { place: other }: Row) =>
  Number(one.key > other.key) - Number(one.key < other.key) || one.id - other.id;
const inOrder = {
  oldest: byPlace,
  newest: (one: Row, other: Row) => byPlace(other, one),
};

const inBraces = (values: readonly (string | number)[] | null) => values && `{${values.join(",")}}`;
