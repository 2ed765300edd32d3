import { json, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { type HeldVoucherRow, heldVoucherListed } from "../../../holding/vouchers/index.ts";
import { relatedTo } from "../cancel-sale/related-redemptions.sql.ts";

const {
  redemptionLines: l,
  redemptions: r,
  transactions: t,
  voucherTemplates: templates,
  vouchers: v,
  voucherValueEntries: e,
} = schema;

/** What a voucher was worth that was redeemed whole: what was left of a dynamic one, else its fixed value. */
const whole = sql`coalesce(${rowsOf(e, {
  where: [eq(e.voucherId, v.id), eq(e.cause, "redemption"), eq(e.causeId, r.id)],
}).value(sql<string>`-sum(${e.delta})`)}, ${v.value})`;

const spent = read(
  "read_spent_vouchers",
  (parameter: Parameters<{ readonly transactionId: number }>) =>
    relatedTo(sql`${parameter("transactionId")}`)
      .join(l, eq(l.redemptionId, r.id))
      .join(v, eq(v.id, l.voucherId))
      .join(templates, eq(templates.id, v.voucherTemplateId))
      .list({
        redemptionId: r.id,
        /** The value that the redemption took; null if the voucher has none. */
        value: sql<string | null>`coalesce(${l.value}, ${whole})::text`,
        voucher: json(heldVoucherListed) as SQL<HeldVoucherRow>,
      }),
);

/** Returns the vouchers that were spent with a sale and not given back, with their redemptions, in order. */
export function selectSpentVouchers({ db, caller }: CoreContext, transactionId: number) {
  return run(db, spent, { merchantId: caller.merchant.id, transactionId });
}

/** Locks a sale until the transaction of `ctx` ends. */
export async function lockSale({ db, caller }: CoreContext, transactionId: number): Promise<void> {
  await db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.merchantId, caller.merchant.id), eq(t.id, transactionId)))
    .for("no key update");
}
