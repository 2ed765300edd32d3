import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import { type Actor, actorDoc } from "./actor.sql.ts";
import { inPeriod, isOlder, zoneOfPeriod } from "./period.sql.ts";

const p = sql.placeholder;

/** A refused call as staff see it. */
export type RefusalSeen = {
  readonly id: number;
  readonly operation: string;
  readonly code: string;
  readonly message: string;
  readonly rule: string | null;
  readonly expected: string | null;
  readonly found: string | null;
  readonly subject: string | null;
  readonly store: { readonly id: number; readonly name: string } | null;
  readonly customer: { readonly id: number; readonly name: string } | null;
  readonly caller: Actor;
  readonly createdAt: string;
};

/**
 * Filters of the refused calls; null means all. Days are inclusive, in the store's calendar if a store
 * is given, else in the merchant's.
 */
export type RefusalFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly storeId: number | null;
  readonly customerId: number | null;
  readonly operation: string | null;
  readonly code: string | null;
  /** In the form of the rows: `token:7`. */
  readonly caller: string | null;
};

const list = statement<readonly Placed<RefusalSeen>[] | null>(
  "list_refusals",
  {
    page: sql`select r.* from refusals r
      where r.merchant_id = ${p("merchantId")}::bigint
        and ${isOlder(sql`r.created_at`, sql`r.id`)} and ${inPeriod(sql`r.created_at`)}
        and (${p("stores")}::text is null or r.store_id is null or r.store_id = any (${p("stores")}::text::bigint[]))
        and (${p("storeId")}::bigint is null or r.store_id = ${p("storeId")}::bigint)
        and (${p("customerId")}::bigint is null or r.customer_id = ${p("customerId")}::bigint)
        and (${p("operation")}::text is null or r.operation = ${p("operation")}::text)
        and (${p("code")}::text is null or r.code = ${p("code")}::text)
        and (${p("caller")}::text is null or r.caller = ${p("caller")}::text)
      order by r.created_at desc, r.id desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg(json_build_object('id', r.id, 'operation', r.operation, 'code', r.code,
      'message', r.message, 'rule', r.rule, 'expected', r.expected, 'found', r.found, 'subject', r.subject,
      'store', case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end,
      'customer', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end,
      'caller', ${actorDoc(sql`r.caller`)}, 'createdAt', r.created_at,
      'place', json_build_object('key', r.created_at, 'id', r.id)) order by r.created_at desc, r.id desc)
    from page r
    left join stores s on s.merchant_id = r.merchant_id and s.id = r.store_id
    left join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id)`,
);

/** A page of the refused calls of the caller's stores and of no store, newest first. */
export async function selectRefusals(
  ctx: CoreContext,
  { after, limit, ...filter }: RefusalFilter & PageInput,
): Promise<Page<RefusalSeen>> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, list, {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: await zoneOfPeriod(ctx, filter.storeId),
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return pageOf(rows ?? [], limit);
}
