import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { inPeriod, isOlder, subjectName } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import type { SecurityAction, SecurityEventSeen, SecurityResult } from "./types.ts";

const p = sql.placeholder;

/** Filters events; null means no filter. Days are the merchant's, and the last one is included. */
export type SecurityEventFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly what: SecurityAction | null;
  readonly result: SecurityResult | null;
  /** In the rows' form: `staff:<id>`. */
  readonly actor: string | null;
};

/** Like `actorDoc`, with the name at that time. */
const actorThen = sql`(case
  when actor like 'token:%' then json_build_object('kind', 'token', 'id', substr(actor, 7), 'name', actor_name)
  when actor like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(actor, 7), 'name', actor_name)
  when actor is not null then json_build_object('kind', 'service', 'id', actor, 'name', actor_name)
end)`;

const list = statement<readonly Placed<SecurityEventSeen>[] | null>(
  "list_security_events",
  {
    page: sql`select e.* from security_events e
      where e.merchant_id = ${p("merchantId")}::bigint
        and ${isOlder(sql`e.created_at`, sql`e.id`)} and ${inPeriod(sql`e.created_at`)}
        and (${p("what")}::text is null or e.what = ${p("what")}::text)
        and (${p("result")}::text is null or e.result = ${p("result")}::text)
        and (${p("actor")}::text is null or e.actor = ${p("actor")}::text)
      order by e.created_at desc, e.id desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg(json_build_object('id', id, 'what', what, 'result', result, 'actor', ${actorThen},
      'subject', subject, 'subjectName', ${subjectName(sql`subject`)}, 'address', address, 'userAgent', user_agent, 'details', details,
      'createdAt', created_at, 'place', json_build_object('key', created_at, 'id', id))
      order by created_at desc, id desc) from page)`,
);

/** A page of the events, newest first. */
export async function selectEvents(
  ctx: CoreContext,
  { after, limit, ...filter }: SecurityEventFilter & PageInput,
): Promise<Page<SecurityEventSeen>> {
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
