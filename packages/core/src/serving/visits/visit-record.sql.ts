import {
  type DocumentOf,
  now,
  once,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
} from "@stampbook/db";
import { and, asc, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Actor, actorDoc, zoneOfPeriod } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { mostOf } from "../../foundation/limits.rules.ts";
import { mayActIn, otherStore } from "../../running/merchants/index.ts";
import { enterVisits } from "./enter-visit.ts";
import type { Visit } from "./types.ts";

const { idempotencyKeys: keys, idempotencyOutcomes: outcomes } = schema;
// the alias of sales is `x`, because `actorDoc` uses `t` for API tokens
const r = alias(schema.redemptions, "r");
const x = alias(schema.transactions, "x");

const record = {
  /** The idempotency key of the call that confirmed the visit. */
  key: keys.key,
  /** When the visit was confirmed. */
  at: keys.createdAt,
  visit: sql<Visit>`${outcomes.outcome} -> 'frame'`,
  /** The redemptions of the visit, as they are now. */
  redemptions: rowsOf(r, {
    where: [
      sql`${r.id} = any (array(select (line #>> '{redemption,id}')::bigint
        from json_array_elements(${outcomes.outcome} #> '{frame,redemptions}') as line))`,
    ],
    orderBy: [asc(r.id)],
  }).list({
    id: r.id,
    isCanceled: sql<boolean>`${r.status} = 'Canceled'`,
    invoiceNumber: r.invoiceNumber,
    servedBy: actorDoc(sql`${r.redeemedBy}`) as SQL<Actor>,
  }),
  /** The sale of the visit, as it is now. Null without a sale. */
  sale: rowsOf(x, {
    where: [eq(x.id, sql`(${outcomes.outcome} #>> '{frame,sale,id}')::bigint`)],
  }).one({
    isCanceled: sql<boolean>`${x.status} = 'Canceled'`,
    invoiceNumber: x.invoiceNumber,
    servedBy: actorDoc(sql`${x.createdBy}`) as SQL<Actor>,
  }),
};

/**
 * A visit with the current state of its redemptions and its sale. It exists until its idempotency key is
 * deleted, about 7 days after the visit.
 */
export type VisitRecord = DocumentOf<typeof record>;

const ofKey = and(eq(outcomes.operation, keys.operation), eq(outcomes.key, keys.key));

const byKey = read("get_visit", (p: Parameters<{ readonly key: string }>) =>
  rowsOf(keys, {
    where: [eq(keys.operation, sql`${enterVisits.name}`), eq(keys.key, p("key"))],
  })
    .join(outcomes, ofKey)
    .one(record),
);

/** Finds a visit by its idempotency key. Returns null if there is none. */
export function selectVisit({ db, caller }: CoreContext, key: string): Promise<VisitRecord | null> {
  return run(db, byKey, { merchantId: caller.merchant.id, key });
}

type Today = {
  readonly storeId: number;
  readonly timezone: string;
  readonly offsetMs: number;
};

const today = read("list_todays_visits", (p: Parameters<Today>) =>
  rowsOf(keys, {
    where: [
      eq(keys.storeId, p("storeId")),
      gte(
        keys.createdAt,
        once(sql`(${now} at time zone ${p("timezone")}::text)::date::timestamp
          at time zone ${p("timezone")}::text`),
      ),
    ],
    orderBy: [desc(keys.createdAt), desc(keys.key)],
    limit: sql.raw(String(mostOf.lastVisits)),
  })
    .join(outcomes, ofKey)
    .list(record),
);

/**
 * Reads at most `mostOf.lastVisits` of today's visits, newest first. Today is the day in the time zone of
 * `input`.
 */
function selectTodaysVisits(
  { db, caller, clockOffsetMs: offsetMs }: CoreContext,
  input: Omit<Today, "offsetMs">,
): Promise<readonly VisitRecord[]> {
  return run(db, today, { ...input, merchantId: caller.merchant.id, offsetMs });
}

/**
 * Returns at most `mostOf.lastVisits` of today's visits, newest first. Today is the day by the store's clock.
 * Leaves out visits without an idempotency key. Throws `permission_denied` if the store is not the caller's.
 */
export async function listTodaysVisits(
  ctx: CoreContext,
  storeId: number,
): Promise<readonly VisitRecord[]> {
  if (!mayActIn(ctx.caller, storeId)) throw new Failure(otherStore(ctx.caller, storeId));
  return selectTodaysVisits(ctx, { storeId, timezone: await zoneOfPeriod(ctx, storeId) });
}
