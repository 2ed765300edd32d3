import { run, type Statement, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { type Actor, actorDoc, inPeriod, isOlder, zoneOfPeriod } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import type { CancelableRedemption, RedemptionStatus } from "../redeeming/index.ts";

const p = sql.placeholder;

/** Something with an id and a name, to be shown as a link. */
export type Named = { readonly id: number; readonly name: string };

/** A redemption as lists show it. */
export type RedemptionListed = {
  readonly id: number;
  readonly kind: CancelableRedemption["kind"];
  readonly status: RedemptionStatus;
  readonly name: string;
  readonly stampsUsed: number;
  /** What was taken off dynamic vouchers, a decimal; null where nothing was. */
  readonly value: string | null;
  readonly customer: Named;
  readonly store: Named;
  readonly channel: number | null;
  readonly invoiceNumber: string | null;
  readonly createdAt: string;
  readonly canceledAt: string | null;
  readonly redeemedBy: Actor;
  readonly canceledBy: Actor | null;
};

/** Which redemptions; null is all. Days are the store's, else the merchant's, the last one included. */
export type RedemptionFilter = {
  readonly from: string | null;
  readonly to: string | null;
  readonly storeId: number | null;
  readonly customerId: number | null;
  readonly kind: CancelableRedemption["kind"] | null;
  readonly status: RedemptionStatus | null;
  /** Who redeemed or canceled, as rows name it: `staff:<id>`. */
  readonly who: string | null;
  readonly invoiceNumber: string | null;
  /** A reward of which a line is. */
  readonly rewardId: number | null;
  /** A template of which a line's voucher is. */
  readonly templateId: number | null;
};

/** The parts of a `RedemptionListed`; `r`, `c` and `s` are the rows. Reads `merchantId`. */
export const redemptionListedParts: SQL = sql`'id', r.id, 'kind', r.kind, 'status', r.status, 'name', r.name,
  'stampsUsed', r.stamps_used,
  'value', (select sum(l.value)::text from redemption_lines l
    where l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = r.id),
  'customer', json_build_object('id', c.id, 'name', c.name),
  'store', json_build_object('id', s.id, 'name', s.name),
  'channel', r.channel, 'invoiceNumber', r.invoice_number,
  'createdAt', r.created_at, 'canceledAt', r.canceled_at,
  'redeemedBy', ${actorDoc(sql`r.redeemed_by`)}, 'canceledBy', ${actorDoc(sql`r.canceled_by`)}`;

/** Whether a line of `r` is of something. As an array the lines are looked at row by row, by their key, never all of them at once. */
const hasLineOf = (id: SQL, from: SQL) =>
  sql`${id} = any (array(select ${from} where l.merchant_id = ${p("merchantId")}::bigint and l.redemption_id = r.id))`;

const ofTemplate = sql`v.voucher_template_id from redemption_lines l
  join vouchers v on v.merchant_id = ${p("merchantId")}::bigint and v.id = l.voucher_id`;

/** Each way in has a statement of its own, because one for all would be planned for none. */
function listBy(name: string, path: SQL): Statement<readonly Placed<RedemptionListed>[] | null> {
  return statement(
    name,
    {
      page: sql`select r.* from redemptions r
        where r.merchant_id = ${p("merchantId")}::bigint and ${path}
          and ${isOlder(sql`r.created_at`, sql`r.id`)} and ${inPeriod(sql`r.created_at`)}
          and (${p("stores")}::text is null or r.store_id = any (${p("stores")}::text::bigint[]))
          and (${p("storeId")}::bigint is null or r.store_id = ${p("storeId")}::bigint)
          and (${p("customerId")}::bigint is null or r.customer_id = ${p("customerId")}::bigint)
          and (${p("kind")}::text is null or r.kind = ${p("kind")}::text)
          and (${p("status")}::text is null or r.status = ${p("status")}::text)
          and (${p("who")}::text is null or ${p("who")}::text in (r.redeemed_by, r.canceled_by))
          and (${p("rewardId")}::bigint is null
            or ${hasLineOf(sql`${p("rewardId")}::bigint`, sql`l.reward_id from redemption_lines l`)})
          and (${p("templateId")}::bigint is null
            or ${hasLineOf(sql`${p("templateId")}::bigint`, ofTemplate)})
        order by r.created_at desc, r.id desc limit ${p("limit")}::int + 1`,
    },
    sql`(select json_agg(json_build_object(${redemptionListedParts},
        'place', json_build_object('key', r.created_at, 'id', r.id)) order by r.created_at desc, r.id desc)
      from page r
      join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id
      left join stores s on s.merchant_id = r.merchant_id and s.id = r.store_id)`,
  );
}

const byTime = listBy("list_redemptions", sql`${p("invoiceNumber")}::text is null`);
const byInvoice = listBy(
  "list_redemptions_of_invoice",
  sql`r.invoice_number = ${p("invoiceNumber")}::text`,
);
const byCustomer = listBy(
  "list_redemptions_of_customer",
  sql`r.customer_id = ${p("customerId")}::bigint
    and (${p("invoiceNumber")}::text is null or r.invoice_number = ${p("invoiceNumber")}::text)`,
);

/** A part of the redemptions of the caller's stores, newest first. */
export async function selectRedemptions(
  ctx: CoreContext,
  { after, limit, ...filter }: RedemptionFilter & PageInput,
): Promise<Page<RedemptionListed>> {
  const { merchant, stores } = ctx.caller;
  const { customerId, invoiceNumber } = filter;
  const path = customerId !== null ? byCustomer : invoiceNumber !== null ? byInvoice : byTime;
  const rows = await run(ctx.db, path, {
    ...filter,
    ...placeParameters(after),
    merchantId: merchant.id,
    timezone: await zoneOfPeriod(ctx, filter.storeId),
    stores: stores && `{${stores.join(",")}}`,
    limit,
  });
  return pageOf(rows ?? [], limit);
}
