import { type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";

const { customers: u, redemptions: r, stores: s, transactions: t } = schema;

/**
 * Selects redemptions with the invoice number, customer, store and business day of the sale: of a sale that is
 * not canceled the uncanceled ones, of a canceled sale all, so that a repeated cancel has the same answer.
 * Leaves out redemptions that were made after the sale was canceled: they are not part of it, and a late
 * retry of the cancel must not cancel them. Leaves out those of an anonymized customer, which cannot be
 * canceled.
 */
export const relatedTo = (transactionId: SQL) =>
  rowsOf(r, { where: [], orderBy: [asc(r.id)] })
    .join(
      t,
      sql`${t.id} = ${transactionId} and ${t.invoiceNumber} = ${r.invoiceNumber}
          and ${t.customerId} = ${r.customerId} and ${t.storeId} = ${r.storeId}
          and (${r.status} = 'Created' or ${t.status} = 'Canceled')
          and ${r.createdAt} <= coalesce(${t.canceledAt}, 'infinity')`,
    )
    .join(u, sql`${u.id} = ${r.customerId} and ${u.anonymizedAt} is null`)
    .join(
      s,
      sql`${s.id} = ${r.storeId}
          and (${r.createdAt} at time zone ${s.timezone})::date = ${t.businessDay}`,
    );

const related = read(
  "read_related_redemptions",
  (parameter: Parameters<{ readonly transactionId: number }>) =>
    relatedTo(sql`${parameter("transactionId")}`).list({
      id: r.id,
      stampsUsed: sql<number>`${r.stampsUsed} - ${r.stampsReturned}`,
    }),
);

/**
 * Returns the redemptions that were made with a sale and that its cancel includes, with the stamps that they
 * cost. Empty if the sale is unknown.
 */
export function selectRelatedRedemptions(
  { db, caller }: CoreContext,
  transactionId: number,
): Promise<readonly { readonly id: number; readonly stampsUsed: number }[]> {
  return run(db, related, { merchantId: caller.merchant.id, transactionId });
}

/**
 * Locks the redemptions that were made with a sale until the transaction of `ctx` ends. What is read of them
 * afterwards shows each cancel that came before.
 */
export async function lockRelatedRedemptions(
  ctx: CoreContext,
  transactionId: number,
): Promise<void> {
  const related = await selectRelatedRedemptions(ctx, transactionId);
  const ids = related.map(({ id }) => id);
  if (!ids.length) return;
  await ctx.db
    .select({ id: r.id })
    .from(r)
    .where(and(eq(r.merchantId, ctx.caller.merchant.id), inArray(r.id, ids)))
    .orderBy(asc(r.id))
    .for("no key update");
}
