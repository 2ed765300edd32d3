import { now, run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { actorOf, type CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import { type Actor, actorDoc, subjectName } from "./actor.sql.ts";
import { inPeriod, isOlder } from "./period.sql.ts";

const p = sql.placeholder;

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
  /** What people call the subject, if it is a colleague, an invitation or an API token. */
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
 * The audit entry of a change, as the last arm of its statement. It is written if the arm `from` has a
 * row.
 */
export function auditArm(from: SQL): SQL {
  return sql`insert into audit_entries (merchant_id, id, action, actor, subject, reason, details, address, created_at)
    select ${p("merchantId")}::bigint, ${p("auditId")}::bigint, ${p("auditAction")}::text, ${p("auditActor")}::text,
      ${p("auditSubject")}::text, ${p("auditReason")}::text, ${p("auditDetails")}::json,
      ${p("auditAddress")}::text, ${now}
    from (select 1 from ${from} limit 1) as done`;
}

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
const namesDoc = sql`coalesce((select json_object_agg(c.id, c.name) from customers c
  where c.merchant_id = ${p("merchantId")}::bigint and c.id = any (array(
    (select (v ->> 'customerId')::bigint from json_array_elements(
      case when json_typeof(details -> 'vouchers') = 'array' then details -> 'vouchers' else '[]' end)
      with ordinality as listed(v, at) order by at limit ${MOST_NAMES})
    union all select (details ->> 'customer')::bigint where json_typeof(details -> 'customer') = 'number'))), '{}')`;

const list = statement<readonly Placed<AuditEntry>[] | null>(
  "list_audit_entries",
  {
    page: sql`select e.* from audit_entries e
      where e.merchant_id = ${p("merchantId")}::bigint
        and ${isOlder(sql`e.created_at`, sql`e.id`)} and ${inPeriod(sql`e.created_at`)}
        and (${p("action")}::text is null or e.action = ${p("action")}::text)
        and (${p("actor")}::text is null or e.actor = ${p("actor")}::text)
        and (${p("subject")}::text is null or e.subject = ${p("subject")}::text)
        and (${p("text")}::text is null
          or position(lower(${p("text")}::text) in
            lower(concat_ws(' ', e.action, e.subject, e.reason, e.details::text))) > 0)
      order by e.created_at desc, e.id desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg(json_build_object('id', id, 'action', action, 'actor', ${actorDoc(sql`actor`)},
      'subject', subject, 'subjectName', ${subjectName(sql`subject`)}, 'reason', reason, 'details', details, 'names', ${namesDoc}, 'address', address, 'createdAt', created_at,
      'place', json_build_object('key', created_at, 'id', id)) order by created_at desc, id desc) from page)`,
);

/** A page of the audit log, newest first. */
export async function selectEntries(
  ctx: CoreContext,
  { after, limit, ...filter }: AuditFilter & PageInput,
): Promise<Page<AuditEntry>> {
  const { merchant } = ctx.caller;
  const rows = await run(ctx.db, list, {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: merchant.timezone,
    limit,
  });
  return pageOf(rows ?? [], limit);
}
