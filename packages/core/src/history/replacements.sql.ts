import { now, run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { type Actor, actorDoc, auditArm, auditParameters, isOlder } from "../audit/index.ts";
import type { CoreContext } from "../context.ts";
import { type Page, type PageInput, type Placed, pageOf, placeParameters } from "../paging.ts";
import { type RedemptionListed, redemptionListedParts } from "./listing.store.ts";

const p = sql.placeholder;

/** A cancel that gave out a replacement voucher. */
export type Replacement = RedemptionListed & {
  readonly reason: string | null;
  /** What the new voucher is worth; null where it has no value in money. */
  readonly voucherValue: string | null;
  readonly voucher: { readonly id: number; readonly isRedeemed: boolean } | null;
  readonly reviewedAt: string | null;
  readonly reviewedBy: Actor | null;
};

/** Which replacements: those that nobody has looked at, or all. */
export type ReplacementFilter = { readonly isOpen: boolean };

const list = statement<readonly Placed<Replacement>[] | null>(
  "list_replacements",
  {
    page: sql`select q.reason, q.reviewed_at, q.reviewed_by, q.canceled_at as place_at, r.*
      from replacement_reviews q
      join redemptions r on r.merchant_id = ${p("merchantId")}::bigint and r.id = q.redemption_id
      where q.merchant_id = ${p("merchantId")}::bigint
        and (not ${p("isOpen")}::boolean or q.reviewed_at is null)
        and ${isOlder(sql`q.canceled_at`, sql`q.redemption_id`)}
        and (${p("stores")}::text is null or r.store_id = any (${p("stores")}::text::bigint[]))
      order by q.canceled_at desc, q.redemption_id desc limit ${p("limit")}::int + 1`,
  },
  sql`(select json_agg(json_build_object(${redemptionListedParts}, 'reason', r.reason,
      'voucherValue', v.value::text,
      'voucher', case when v.id is not null
        then json_build_object('id', v.id, 'isRedeemed', v.redeemed_at is not null) end,
      'reviewedAt', r.reviewed_at, 'reviewedBy', ${actorDoc(sql`r.reviewed_by`)},
      'place', json_build_object('key', r.place_at, 'id', r.id)) order by r.place_at desc, r.id desc)
    from page r
    join customers c on c.merchant_id = ${p("merchantId")}::bigint and c.id = r.customer_id
    left join stores s on s.merchant_id = ${p("merchantId")}::bigint and s.id = r.store_id
    left join vouchers v on v.merchant_id = ${p("merchantId")}::bigint and v.replaces_redemption_id = r.id)`,
);

/** A part of the cancels with a replacement in the caller's stores, newest first. */
export async function selectReplacements(
  ctx: CoreContext,
  { after, limit, isOpen }: ReplacementFilter & PageInput,
): Promise<Page<Replacement>> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, list, {
    ...placeParameters(after),
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    isOpen,
    limit,
  });
  return pageOf(rows ?? [], limit);
}

const review = statement<boolean>(
  "review_replacement",
  {
    reviewed: sql`update replacement_reviews q
      set reviewed_at = ${now}, reviewed_by = ${p("auditActor")}::text
      where q.merchant_id = ${p("merchantId")}::bigint and q.redemption_id = ${p("redemptionId")}::bigint
        and q.reviewed_at is null
      returning q.redemption_id`,
    audit: auditArm(sql`reviewed`),
  },
  sql`to_json(exists (select 1 from replacement_reviews q
    where q.merchant_id = ${p("merchantId")}::bigint and q.redemption_id = ${p("redemptionId")}::bigint))`,
);

/** Marks a replacement as looked at, on the record; the first who does stays. False where there is none. */
export async function saveReview(ctx: CoreContext, redemptionId: number): Promise<boolean> {
  const entry = {
    action: "redemptions.reviewReplacement",
    subject: `redemption ${redemptionId}`,
  };
  return run(ctx.db, review, { ...(await auditParameters(ctx, entry)), redemptionId });
}

const place = statement<number | null>(
  "store_of_redemption",
  {},
  sql`(select to_json(store_id) from redemptions
    where merchant_id = ${p("merchantId")}::bigint and id = ${p("redemptionId")}::bigint)`,
);

/** The store where it was redeemed; null where there is no such redemption. */
export function findStoreOf(ctx: CoreContext, redemptionId: number): Promise<number | null> {
  return run(ctx.db, place, { merchantId: ctx.caller.merchant.id, redemptionId });
}
