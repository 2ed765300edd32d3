import {
  heavyRead,
  json,
  now,
  optional,
  type Parameters,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type SortedPageInput,
} from "../paging.ts";
import { type Actor, actorDoc, shownName, subjectName } from "./actor.sql.ts";
import { inPeriod, sortedByTime } from "./period.sql.ts";

const p = sql.placeholder;
const { auditEntries: e, customers } = schema;

/** A change to record in the audit log. */
export type Change = {
  /** The name of the procedure, such as `customers.adjustStamps`. */
  readonly action: string;
  /** The changed record, such as `customer 12`. */
  readonly subject: string;
  readonly reason?: string | null;
  /** Details that staff may see. Never contains a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The author, if the author is not the caller. The command line uses `operator`. */
  readonly actor?: string | undefined;
};

/** One entry of the audit log. */
type AuditEntry = {
  readonly id: number;
  readonly action: string;
  readonly actor: Actor;
  readonly subject: string;
  /** The readable name of the subject, if it has one (`subjectName`). */
  readonly subjectName: string | null;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** The names of the first `MOST_NAMES` customers in `details`, by the customer's id. */
  readonly names: Readonly<Record<string, string>>;
  /** The client's address. Null if it is unknown. */
  readonly address: string | null;
  readonly createdAt: string;
};

/** Filters of the audit log. Null means all. The days are days of the merchant's calendar, both included. */
type AuditFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly action: string | null;
  /** The author as rows store it, such as `staff:<id>`. */
  readonly actor: string | null;
  readonly subject: string | null;
  /** A text that must be in the action, subject, reason or details. */
  readonly text: string | null;
};

/**
 * Returns the CTE that inserts the audit entry of a change, if the CTE `from` has a row. `details` is an SQL
 * expression, by default the parameter `auditDetails`.
 */
export function auditArm(from: SQL, details: SQL = sql`${p("auditDetails")}`): SQL {
  return sql`insert into audit_entries (merchant_id, id, action, actor, subject, reason, details, address, created_at)
    select ${p("merchantId")}, ${p("auditId")}, ${p("auditAction")}, ${p("auditActor")},
      ${p("auditSubject")}, ${p("auditReason")}, ${details},
      ${p("auditAddress")}, ${now}
    from (select 1 from ${from} limit 1) as done`;
}

/**
 * Returns SQL for the fields that differ between two JSON objects with equal field names, as the details of
 * an entry. Null if no field differs. `before` should be made from a locked row, so that no other call
 * changes it meanwhile.
 */
export const changesDoc = (before: SQL, after: SQL): SQL => sql`(
    select json_object_agg(b.key, json_build_object('from', b.value, 'to', a.value) order by b.place)
    from json_each(${before}) with ordinality as b(key, value, place)
    join json_each(${after}) as a(key, value) on a.key = b.key
    where a.value::text is distinct from b.value::text)`;

/**
 * Returns the parameters that `auditArm` reads, including `merchantId` and `offsetMs`. Reserves the id of the
 * entry.
 */
export async function auditParameters(ctx: CoreContext, change: Change) {
  const merchantId = ctx.caller.merchant.id;
  return {
    merchantId,
    offsetMs: ctx.clockOffsetMs,
    auditId: await ctx.ids.take(merchantId, "audit_entries"),
    auditAction: change.action,
    auditActor: change.actor ?? actorOf(ctx.caller),
    auditSubject: change.subject,
    auditReason: change.reason ?? null,
    auditDetails: JSON.stringify(change.details ?? {}),
    auditAddress: ctx.origin?.address ?? null,
    auditUserAgent: ctx.origin?.userAgent ?? null,
  };
}

/** The most customers that one entry names. */
const MOST_NAMES = 6;

/**
 * SQL for the names of customers in `details`. The customers' ids are in the field `customer` of a booking's
 * entry, and in the list `vouchers` of an entry about issued vouchers.
 */
const namesDoc = sql<AuditEntry["names"]>`coalesce(${rowsOf(customers, {
  where: [
    sql`${customers.id} = any (array(
    (select (v ->> 'customerId')::bigint from json_array_elements(
      case when json_typeof(${e.details} -> 'vouchers') = 'array' then ${e.details} -> 'vouchers' else '[]' end)
      with ordinality as listed(v, place) order by place limit ${MOST_NAMES})
    union all select (${e.details} ->> 'customer')::bigint
      where json_typeof(${e.details} -> 'customer') = 'number'))`,
  ],
}).value(sql`json_object_agg(${customers.id}, ${shownName(customers)})`)}, '{}')`;

type ListInput = AuditFilter &
  ReturnType<typeof placeParameters> & { readonly timezone: string; readonly limit: number };

const placed = { key: e.createdAt, id: e.id };

const lists = inEachOrder("list_audit_entries", (name, sort) => {
  const { isAfter, orderBy } = sortedByTime(sort, e.createdAt, e.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(e, {
      where: [
        isAfter,
        inPeriod(sql`${e.createdAt}`),
        optional(p("action"), eq(e.action, p("action"))),
        optional(p("actor"), eq(e.actor, p("actor"))),
        optional(p("subject"), eq(e.subject, p("subject"))),
        optional(
          p("text"),
          sql`position(stampbook_fold(${p("text")}) in
          stampbook_fold(concat_ws(' ', ${e.action}, ${e.subject}, ${e.reason}, ${e.details}::text))) > 0`,
        ),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    }).list({
      id: e.id,
      action: e.action,
      actor: actorDoc(sql`${e.actor}`) as SQL<Actor>,
      subject: e.subject,
      subjectName: subjectName(sql`${e.subject}`),
      reason: e.reason,
      details: sql<AuditEntry["details"]>`${e.details}`,
      names: namesDoc,
      address: e.address,
      createdAt: e.createdAt,
      place: json(placed),
    }),
  );
});

/** Returns a page of the audit log, newest first by default. */
export async function listAuditEntries(
  ctx: CoreContext,
  { after, limit, sort = "newest", ...filter }: AuditFilter & SortedPageInput,
): Promise<Page<AuditEntry>> {
  const { merchant } = ctx.caller;
  const rows = await run(ctx.db, lists[sort], {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: merchant.timezone,
    limit,
  });
  return pageOf(rows, limit, sort);
}
