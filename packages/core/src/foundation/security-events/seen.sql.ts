import {
  heavyRead,
  json,
  oneOf,
  optional,
  type Parameters,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { eq, sql } from "drizzle-orm";
import { actorName, inPeriod, sortedByTime, subjectName } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type SortedPageInput,
} from "../paging.ts";
import type { SecurityAction, SecurityEventSeen, SecurityResult } from "./types.ts";

const { securityEvents: e } = schema;

/**
 * Filters events; null means no filter. `from` and `to` are days in the merchant's zone. Both are included.
 */
type SecurityEventFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly what: SecurityAction | null;
  readonly result: SecurityResult | null;
  /** As stored in the rows: `staff:<id>`. */
  readonly actor: string | null;
};

type ListInput = SecurityEventFilter &
  ReturnType<typeof placeParameters> & { readonly timezone: string; readonly limit: number };

/** The actor's name at the time of the event. Earlier versions did not store the name of a new colleague. */
const nameThen = sql`coalesce(${e.actorName}, ${actorName(sql`${e.actor}`)})`;
/** Like `actorDoc` of `audit/actor.sql.ts`, but with the name at the time of the event. */
const actorThen = sql<SecurityEventSeen["actor"]>`(case
  when ${e.actor} like 'token:%' then json_build_object('kind', 'token', 'id', substr(${e.actor}, 7), 'name', ${nameThen})
  when ${e.actor} like 'staff:%' then json_build_object('kind', 'staff', 'id', substr(${e.actor}, 7), 'name', ${nameThen})
  when ${e.actor} is not null then json_build_object('kind', 'service', 'id', ${e.actor}, 'name', ${nameThen})
end)`;

const lists = inEachOrder("list_security_events", (name, sort) => {
  const { isAfter, orderBy } = sortedByTime(sort, e.createdAt, e.id);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(e, {
      where: [
        isAfter,
        inPeriod(sql`${e.createdAt}`),
        optional(p("what"), eq(e.what, p("what"))),
        optional(p("result"), eq(e.result, p("result"))),
        optional(p("actor"), eq(e.actor, p("actor"))),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    }).list({
      id: e.id,
      what: oneOf<SecurityAction>(e.what),
      result: oneOf<SecurityResult>(e.result),
      actor: actorThen,
      subject: e.subject,
      subjectName: subjectName(sql`${e.subject}`),
      address: e.address,
      userAgent: e.userAgent,
      details: sql<SecurityEventSeen["details"]>`${e.details}`,
      createdAt: e.createdAt,
      place: json({ key: e.createdAt, id: e.id }),
    }),
  );
});

/** Returns the merchant's security events, by default newest first. */
export async function listSecurityEvents(
  ctx: CoreContext,
  { after, limit, sort = "newest", ...filter }: SecurityEventFilter & SortedPageInput,
): Promise<Page<SecurityEventSeen>> {
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
