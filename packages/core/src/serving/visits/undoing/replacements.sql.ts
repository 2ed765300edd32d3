import { type DocumentOf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { asc, eq, isNull, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";

const { vouchers: v, voucherTemplates: t } = schema;

const replacement = { id: v.id, code: v.code, name: t.name };

/** A voucher that a cancel issued to replace a spent voucher. */
export type ReplacementIssued = DocumentOf<typeof replacement>;

const find = read("find_replacements", (p: Parameters<{ readonly redemptions: string }>) =>
  rowsOf(v, {
    where: [
      sql`${v.replacesRedemptionId} = any (array(
        select n::bigint from json_array_elements_text(${p("redemptions")}) as n))`,
      sql`${v.isActive}`,
      isNull(v.redeemedAt),
    ],
    orderBy: [asc(v.id)],
  })
    .join(t, eq(t.id, v.voucherTemplateId))
    .list(replacement),
);

/**
 * Reads the vouchers that replace vouchers spent by these redemptions. Leaves out inactive and redeemed
 * vouchers.
 */
export function findReplacements(
  { db, caller }: CoreContext,
  redemptions: readonly number[],
): Promise<readonly ReplacementIssued[]> {
  const merchantId = caller.merchant.id;
  return run(db, find, { merchantId, redemptions: JSON.stringify(redemptions) });
}
