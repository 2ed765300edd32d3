import {
  type DocumentOf,
  heavyRead,
  isAnyOf,
  json,
  jsonIf,
  now,
  optional,
  type Parameters,
  read,
  rowsOf,
  run,
  schema,
  statement,
} from "@stampbook/db";
import { eq, or, sql } from "drizzle-orm";
import { auditArm, auditParameters, sortedByTime } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import {
  inEachOrder,
  type Page,
  pageOf,
  placeParameters,
  type SortedPageInput,
} from "../../foundation/paging.ts";
import { checkReviewedStore } from "../redeeming/index.ts";
import { actorOf, customers, redemptionListed, redemptions, stores } from "./redemptions.sql.ts";

const { replacementReviews: reviews, vouchers } = schema;
const p = sql.placeholder;

const replacement = {
  ...redemptionListed,
  reason: reviews.reason,
  /** The value of the new voucher, a decimal. Null if the voucher has no value in money. */
  voucherValue: vouchers.value,
  voucher: jsonIf(vouchers.id, {
    id: vouchers.id,
    isRedeemed: sql<boolean>`${vouchers.redeemedAt} is not null`,
  }),
  reviewedAt: reviews.reviewedAt,
  reviewedBy: actorOf(reviews.reviewedBy),
};

/** A cancel that issued a replacement voucher. */
export type Replacement = DocumentOf<typeof replacement>;

/** Filters of the replacements. */
type ReplacementFilter = {
  /** Only replacements that nobody has reviewed. */
  readonly isOpen: boolean;
  /** Who canceled or reviewed, as the rows store it: `staff:<id>` or `token:<id>`. Null means all. */
  readonly who: string | null;
};

type ListInput = ReplacementFilter &
  ReturnType<typeof placeParameters> & { readonly stores: string | null; readonly limit: number };

const lists = inEachOrder("list_replacements", (name, sort) => {
  const { isAfter, orderBy } = sortedByTime(sort, reviews.canceledAt, reviews.redemptionId);
  return heavyRead(name, (p: Parameters<ListInput>) =>
    rowsOf(reviews, {
      where: [
        sql`(not ${p("isOpen")} or ${reviews.reviewedAt} is null)`,
        isAfter,
        optional(
          p("who"),
          or(
            eq(reviews.reviewedBy, p("who")),
            rowsOf(redemptions, {
              where: [
                eq(redemptions.id, reviews.redemptionId),
                eq(redemptions.canceledBy, p("who")),
              ],
            }).exists(),
          ),
        ),
        optional(
          p("stores"),
          rowsOf(redemptions, {
            where: [
              eq(redemptions.id, reviews.redemptionId),
              isAnyOf(redemptions.storeId, p("stores")),
            ],
          }).exists(),
        ),
      ],
      orderBy,
      limit: sql`${p("limit")} + 1`,
    })
      .join(redemptions, eq(redemptions.id, reviews.redemptionId))
      .join(customers, eq(customers.id, redemptions.customerId))
      .leftJoin(stores, eq(stores.id, redemptions.storeId))
      .leftJoin(vouchers, eq(vouchers.replacesRedemptionId, redemptions.id))
      .list({ ...replacement, place: json({ key: reviews.canceledAt, id: redemptions.id }) }),
  );
});

/**
 * Returns a page of the cancels that issued a replacement voucher in the caller's stores. By default newest
 * first.
 */
export async function listReplacements(
  ctx: CoreContext,
  { after, limit, sort = "newest", isOpen, who }: ReplacementFilter & SortedPageInput,
): Promise<Page<Replacement>> {
  const { merchant, stores } = ctx.caller;
  const rows = await run(ctx.db, lists[sort], {
    ...placeParameters(after),
    merchantId: merchant.id,
    stores: stores && `{${stores.join(",")}}`,
    ...{ isOpen, who },
    limit,
  });
  return pageOf(rows, limit, sort);
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

/**
 * Marks a replacement as reviewed, with an audit entry. A second review changes nothing. Returns false if the
 * redemption has no replacement.
 */
async function saveReview(ctx: CoreContext, redemptionId: number): Promise<boolean> {
  const entry = {
    action: "redemptions.reviewReplacement",
    subject: `redemption ${redemptionId}`,
  };
  return run(ctx.db, review, { ...(await auditParameters(ctx, entry)), redemptionId });
}

const place = read("store_of_redemption", (p: Parameters<{ readonly redemptionId: number }>) =>
  rowsOf(redemptions, { where: [eq(redemptions.id, p("redemptionId"))] }).value(
    sql<number>`to_json(${redemptions.storeId})`,
  ),
);

/** Returns the id of a redemption's store; null if the redemption is unknown. */
function findStoreOf(ctx: CoreContext, redemptionId: number): Promise<number | null> {
  return run(ctx.db, place, { merchantId: ctx.caller.merchant.id, redemptionId });
}

/**
 * Marks a cancel with a replacement as reviewed, with an audit entry. A second call changes nothing. Throws
 * `redemption_not_found` if the redemption has no replacement, and `permission_denied` for a redemption of a
 * store that is not the caller's.
 */
export async function reviewReplacement(ctx: CoreContext, redemptionId: number): Promise<void> {
  const storeId = await findStoreOf(ctx, redemptionId);
  const refusal = storeId === null ? null : checkReviewedStore(storeId, ctx.caller);
  if (refusal) throw new Failure(refusal);
  if (storeId === null || !(await saveReview(ctx, redemptionId)))
    throw new Failure({ code: "redemption_not_found", message: "Redemption not found" });
}
