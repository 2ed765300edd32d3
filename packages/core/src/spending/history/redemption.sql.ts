import { type DocumentOf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type Actor, actorDoc } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkRedemption, type ExtraData } from "../redeeming/index.ts";
import { customers, redemptionListed, redemptions, stores } from "./redemptions.sql.ts";

const {
  auditEntries: audit,
  redemptionCancels: cancels,
  redemptionLines: lines,
  stampEntries,
  voucherTemplates: templates,
  vouchers,
  voucherValueEntries: valueEntries,
} = schema;

export const lineFields = {
  line: lines.line,
  thing: sql<
    "reward" | "voucher" | "promo_code"
  >`case when ${lines.rewardId} is not null then 'reward'
    when ${lines.voucherId} is not null then 'voucher' else 'promo_code' end`,
  thingId: sql<number>`coalesce(${lines.rewardId}, ${lines.voucherId}, ${lines.promoCodeId})`,
  name: lines.name,
  qty: lines.qty,
  /** How many were canceled: all if the redemption is. */
  canceledQty: sql<number>`case when ${redemptions.status} = 'Canceled' then ${lines.qty} else ${lines.canceledQty} end`,
  stampsUsed: lines.stampsUsed,
  value: lines.value,
  requestId: lines.requestId,
};

const stampEntry = {
  cause: stampEntries.cause,
  delta: stampEntries.delta,
  createdAt: stampEntries.createdAt,
};

const valueEntry = {
  voucherId: valueEntries.voucherId,
  cause: valueEntries.cause,
  delta: valueEntries.delta,
  createdAt: valueEntries.createdAt,
};

const voucher = {
  id: vouchers.id,
  code: vouchers.code,
  name: templates.name,
  isActive: vouchers.isActive,
  isRedeemed: sql<boolean>`${vouchers.redeemedAt} is not null`,
};

const vouchersWhere = (condition: SQL) =>
  rowsOf(vouchers, { where: [condition], orderBy: [asc(vouchers.id)] }).join(
    templates,
    eq(templates.id, vouchers.voucherTemplateId),
  );

const ofRedeeming = sql`('redemption', 'cancellation')`;

const linesOfRow = { where: [eq(lines.redemptionId, redemptions.id)] };

/** The lines of a redemption `r`, in order. */
export const linesInOrder = rowsOf(lines, { ...linesOfRow, orderBy: [asc(lines.line)] });

/** The `extraData` of the request, unchanged. */
export const extraData = sql<ExtraData | null>`${redemptions.extraData}`;

export const vouchersOfRedemption = {
  /** The vouchers that the redemption issued. */
  issued: vouchersWhere(eq(vouchers.issuedByRedemptionId, redemptions.id)).list(voucher),
  /** The voucher that the cancel issued to replace the spent voucher. Null if there is none. */
  replacement: vouchersWhere(eq(vouchers.replacesRedemptionId, redemptions.id)).one(voucher),
};

const redemptionDetail = {
  ...redemptionListed,
  extraData,
  /**
   * Why the redemption was canceled. Read from the audit log. Null without a cancel, without a reason, or
   * after the audit entry was deleted.
   */
  cancelReason: rowsOf(audit, {
    where: [
      eq(audit.subject, sql`'redemption ' || ${redemptions.id}`),
      eq(audit.action, sql`'redemptions.cancel'`),
      // the cancels of its parts have their own reasons
      sql`${audit.details} ->> 'line' is null`,
    ],
    limit: sql`1`,
  }).value(sql<string>`${audit.reason}`),
  lines: linesInOrder.list(lineFields),
  /** The cancels of parts that left something of the redemption, oldest first. */
  parts: rowsOf(cancels, {
    where: [eq(cancels.redemptionId, redemptions.id)],
    orderBy: [asc(cancels.createdAt), asc(cancels.id)],
  })
    .join(lines, and(eq(lines.redemptionId, cancels.redemptionId), eq(lines.line, cancels.line)))
    .list({
      id: cancels.id,
      name: lines.name,
      qty: cancels.qty,
      stamps: cancels.stamps,
      reason: cancels.reason,
      canceledBy: actorDoc(sql`${cancels.canceledBy}`) as SQL<Actor>,
      createdAt: cancels.createdAt,
    }),
  stampEntries: rowsOf(stampEntries, {
    where: [
      eq(stampEntries.customerId, redemptions.customerId),
      sql`${stampEntries.cause} in ${ofRedeeming}`,
      eq(stampEntries.causeId, redemptions.id),
    ],
    orderBy: [asc(stampEntries.createdAt)],
  }).list(stampEntry),
  valueEntries: rowsOf(lines, { ...linesOfRow, orderBy: [asc(valueEntries.createdAt)] })
    .join(
      valueEntries,
      and(
        eq(valueEntries.voucherId, lines.voucherId),
        sql`${valueEntries.cause} in ${ofRedeeming}`,
        eq(valueEntries.causeId, lines.redemptionId),
      ),
    )
    .list(valueEntry),
  ...vouchersOfRedemption,
};

/** A redemption with its lines, ledger entries and vouchers. */
export type RedemptionDetail = DocumentOf<typeof redemptionDetail>;

const detail = read("get_redemption", (p: Parameters<{ readonly redemptionId: number }>) =>
  rowsOf(redemptions, { where: [eq(redemptions.id, p("redemptionId"))] })
    .join(customers, eq(customers.id, redemptions.customerId))
    .leftJoin(stores, eq(stores.id, redemptions.storeId))
    .one(redemptionDetail),
);

/** Returns one redemption of the merchant; null if the id is unknown. */
function selectRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<RedemptionDetail | null> {
  return run(ctx.db, detail, { merchantId: ctx.caller.merchant.id, redemptionId });
}

/**
 * Returns a redemption with its lines, ledger entries and vouchers. Throws `redemption_not_found`, and
 * `permission_denied` if the redemption was made in a store that is not the caller's.
 */
export async function getRedemption(
  ctx: CoreContext,
  redemptionId: number,
): Promise<RedemptionDetail> {
  return checked(ctx, await selectRedemption(ctx, redemptionId));
}

/** Returns the redemption if one was found and the caller may read it. Throws as `getRedemption` does. */
export function checked<Found extends Pick<RedemptionDetail, "store">>(
  { caller }: CoreContext,
  found: Found | null,
): Found {
  const refusal = checkRedemption(found && { storeId: found.store.id }, caller);
  if (refusal) throw new Failure(refusal);
  if (!found) throw new TypeError("a checked redemption is there");
  return found;
}
