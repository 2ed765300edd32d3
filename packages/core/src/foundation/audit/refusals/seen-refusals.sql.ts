import {
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
import { eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type SortedPageInput,
} from "../../paging.ts";
import { type Actor, actorDoc, shownName, subjectName } from "../actor.sql.ts";
import { inPeriod, sortedByTime, zoneOfPeriod } from "../period.sql.ts";

const { customers, refusals: r, stores } = schema;

/** A refused call as the console shows it to staff. */
type RefusalSeen = {
  readonly id: number;
  readonly operation: string;
  readonly code: string;
  readonly message: string;
  readonly rule: string | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly subject: string | null;
  /** The readable name of the subject, if it has one (`subjectName`). */
  readonly subjectName: string | null;
  readonly store: { readonly id: number; readonly name: string } | null;
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly caller: Actor;
  readonly createdAt: string;
};

/**
 * Filters of the refused calls. Null means all. The days are both included. They are days of the store's
 * calendar if `storeId` is not null, else of the merchant's.
 */
type RefusalFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly storeId: number | null;
  readonly customerId: number | null;
  readonly operation: string | null;
  readonly code: string | null;
  /** The caller as rows store it, such as `token:7`. */
  readonly caller: string | null;
};

type ListInput = RefusalFilter &
  ReturnType<typeof placeParameters> & {
    readonly timezone: string;
    /** A PostgreSQL array as text, such as `{1,2}`. Null means all stores. */
    readonly stores: string | null;
    readonly limit: number;
  };

const lists = inEachOrder("list_refusals", (name, sort) => {
  const { isAfter, orderBy } = sortedByTime(sort, r.createdAt, r.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(r, {
      where: [
        isAfter,
        inPeriod(sql`${r.createdAt}`),
        optional(p("stores"), or(isNull(r.storeId), isAnyOf(r.storeId, p("stores")))),
        optional(p("storeId"), eq(r.storeId, p("storeId"))),
        optional(p("customerId"), eq(r.customerId, p("customerId"))),
        optional(p("operation"), eq(r.operation, p("operation"))),
        optional(p("code"), eq(r.code, p("code"))),
        optional(p("caller"), eq(r.caller, p("caller"))),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    })
      .leftJoin(stores, eq(stores.id, r.storeId))
      .leftJoin(customers, eq(customers.id, r.customerId))
      .list({
        id: r.id,
        operation: r.operation,
        code: r.code,
        message: r.message,
        rule: r.rule,
        expected: r.expected,
        found: r.found,
        subject: r.subject,
        subjectName: subjectName(sql`${r.subject}`),
        store: jsonIf(stores.id, { id: stores.id, name: stores.name }),
        customer: jsonIf(customers.id, { id: customers.id, name: shownName(customers) }),
        caller: actorDoc(sql`${r.caller}`) as SQL<Actor>,
        createdAt: r.createdAt,
        place: json({ key: r.createdAt, id: r.id }),
      }),
  );
});

/**
 * Returns a page of refused calls in the caller's stores or without a store, newest first by default. Each
 * has the rule that refused it, if the refusal names a rule.
 */
export async function listRefusals(
  ctx: CoreContext,
  { after, limit, sort = "newest", ...filter }: RefusalFilter & SortedPageInput,
): Promise<Page<RefusalSeen>> {
  const { merchant, stores: own } = ctx.caller;
  const rows = await run(ctx.db, lists[sort], {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: await zoneOfPeriod(ctx, filter.storeId),
    stores: own && `{${own.join(",")}}`,
    limit,
  });
  return pageOf(rows, limit, sort);
}
