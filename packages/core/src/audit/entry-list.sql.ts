import { json, now, optional, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type SortedPageInput,
} from "../paging.ts";
import { type Actor, actorDoc, subjectName } from "./actor.sql.ts";
import { inPeriod, sortedByTime } from "./period.sql.ts";

const p = sql.placeholder;
const { auditEntries: e, customers } = schema;

/** A change to record in the audit log. */
export type Change = {
  /** The procedure's name: `customers.adjustStamps`. */
  readonly action: string;
  /** The changed record: `customer 12`. */
  readonly subject: string;
  readonly reason?: string | null;
  /** Details that may be shown; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The author, if it is not the caller: `operator` for the command line. */
  readonly actor?: string | undefined;
};

/** One entry of the audit log. */
export type AuditEntry = {
  readonly id: number;
  readonly action: string;
  readonly actor: Actor;
  readonly subject: string;
  /**
   * The readable name of the subject, if it is a colleague, an invitation, an API token or a shared device.
   */
  readonly subjectName: string | null;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** The names of the first customers in `details`, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** The client's address; null if it is not known. */
  readonly address: string | null;
  readonly createdAt: string;
};

/** Filters of the audit log; null means all. Days are in the merchant's calendar and inclusive. */
export type AuditFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly action: string | null;
  /** In the form of the rows: `staff:<id>`. */
  readonly actor: string | null;
  readonly subject: string | null;
  /** Searched in action, subject, reason and details. */
  readonly text: string | null;
};

/**
 * The audit entry of a change, as the last CTE of its statement. It is written if the CTE `from` has a row.
 * `details` is an expression; by default the parameter.
 */
export function auditArm(from: SQL, details: SQL = sql`${p("auditDetails")}`): SQL {
  return sql`insert into audit_entries (merchant_id, id, action, actor, subject, reason, details, address, created_at)
    select ${p("merchantId")}, ${p("auditId")}, ${p("auditAction")}, ${p("auditActor")},
      ${p("auditSubject")}, ${p("auditReason")}, ${details},
      ${p("auditAddress")}, ${now}
    from (select 1 from ${from} limit 1) as done`;
}

/**
 * The fields that differ between two JSON objects with the same fields, as details of a change; null if none
 * differs. `before` should be the row that the statement has locked, so that nobody changes it meanwhile.
 */
export const changesDoc = (before: SQL, after: SQL): SQL => sql`(
    select json_object_agg(b.key, json_build_object('from', b.value, 'to', a.value) order by b.place)
    from json_each(${before}) with ordinality as b(key, value, place)
    join json_each(${after}) as a(key, value) on a.key = b.key
    where a.value::text is distinct from b.value::text)`;

/** The parameters that `auditArm` reads, including `merchantId` and `offsetMs`. */
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

/** The most customers that a page names in one entry. */
const MOST_NAMES = 6;

/** The names of the customers in `details`: `customer` of bookings, and `vouchers` of issued vouchers. */
const namesDoc = sql<AuditEntry["names"]>`coalesce(${rowsOf(customers, {
  where: [
    sql`${customers.id} = any (array(
    (select (v ->> 'customerId')::bigint from json_array_elements(
      case when json_typeof(${e.details} -> 'vouchers') = 'array' then ${e.details} -> 'vouchers' else '[]' end)
      with ordinality as listed(v, place) order by place limit ${MOST_NAMES})
    union all select (${e.details} ->> 'customer')::bigint
      where json_typeof(${e.details} -> 'customer') = 'number'))`,
  ],
}).value(sql`json_object_agg(${customers.id}, ${customers.name})`)}, '{}')`;

type ListInput = AuditFilter &
  ReturnType<typeof placeParameters> & { readonly timezone: string; readonly limit: number };

const placed = { key: e.createdAt, id: e.id };

const lists = inEachOrder("list_audit_entries", (name, sort) => {
  const { isAfter, orderBy } = sortedByTime(sort, e.createdAt, e.id);
  return read(name, (p: Parameters<ListInput>) =>
    rowsOf(e, {
      where: [
        isAfter,
        inPeriod(sql`${e.createdAt}`),
        optional(p("action"), eq(e.action, p("action"))),
        optional(p("actor"), eq(e.actor, p("actor"))),
        optional(p("subject"), eq(e.subject, p("subject"))),
        optional(
          p("text"),
          sql`position(lower(${p("text")}) in
          lower(concat_ws(' ', ${e.action}, ${e.subject}, ${e.reason}, ${e.details}::text))) > 0`,
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

/** A page of the audit log, by time. */
export async function selectEntries(
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
