import { json } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { auditOf } from "../../../foundation/audit/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { kept, keyOf } from "../../../foundation/writing/index.ts";
import { audit, merchant, sale, takenBack } from "../../../machinery/facts/index.ts";
import { operation, send, unless } from "../../../machinery/kernel/index.ts";
import type { Customer, Membership } from "../../../people/customers/index.ts";
import type { Sale, SaleModified } from "../types.ts";
import * as contentOfSale from "./content-of-sale.sql.ts";
import type { Modification } from "./modification.rules.ts";

/** Modifies sales. A call is done only with a modification that was computed from the sale as it is now. */
export const saleModifications = operation({
  name: "transactions.modify",
  statement: "modify_sales",
  call: {},
  sees: [
    merchant.found,
    sale.found({
      ...{ spending: "c.spending", due: sql`c.takes`, regained: sql`0` },
      ifSpent: merchant.merchants.spentStampsOnCancel,
    }),
    contentOfSale.found,
    audit.found,
  ],
  checks: [
    sale.checks,
    { saleIsCreated: sale.isCreated },
    unless(contentOfSale.lacks, {
      stampsAreLeft: takenBack.areLeft(() => ({
        message: "Transaction can't be modified due to insufficient Stamps",
        rule: "the stamps that the sale no longer earns are there to go back",
      })),
    }),
  ],
  settles: sale.expiry,
  completes: { lacks: contentOfSale.lacks, complete: contentOfSale.complete },
  once: ["whose"],
  locks: [sale.locked, sale.ledgerLocked, sale.customerLocked],
  change: contentOfSale.change,
  writes: {
    ...contentOfSale.writes,
    entered: sql`
  insert into transaction_modifications as d (merchant_id, id, transaction_id, total, subtotal, items,
    stamps, stamps_owed, stamps_let_go, before, created_at, created_by)
  select $1, s.modification, s.sale_id, (c.asked->>'total')::numeric,
    coalesce((c.asked->>'subtotal')::numeric, 0), c.asked->'items', -c.takes, s.owes, s.let_go,
    c.before, s.now, c.actor
  from changed s join calls c on c.n = s.n
  returning d.id`,
    ...takenBack.writes("changed", "modification", {
      ...{ cause: "earning_modification", causeId: "s.modification", debt: "modification" },
    }),
    entry: audit.entries({
      action: "transactions.modify",
      details: "json_build_object('name', d.invoice_number, 'delta', -d.takes)",
    }),
  },
  frame: json({
    sale: sql<Sale>`(b.sale::jsonb || jsonb_build_object('total', c.total::text,
        'stampsEarned', c.stamps_earned))::json`,
    customer: sql<Customer | null>`b.customer`,
    membership: sql<Membership | null>`b.membership`,
    letGo: sql<number>`s.let_go`,
  }),
  changed: takenBack.changed,
});

/** The outcome of a call or of its replay. */
export const keptModification = kept(saleModifications, ({ frame, changed }): SaleModified => {
  // `letGo` is absent in outcomes of earlier versions
  const { membership, letGo = 0, ...known } = frame;
  return {
    stampsLetGo: letGo,
    ...known,
    membership: membership && { ...membership, ...changed },
  };
});

/** The values that one call sends, without its idempotency key. */
export type ModifySaleCall = Parameters<typeof saleModifications.refuse>[1];

/**
 * Takes items, amounts, payments or stamps off a sale. Takes back the stamps that the sale no longer earns, except
 * stamps that have expired. The ledger does not show which stamps of an imported sale have expired: they
 * count as not expired. Two calls take off twice, unless they have the same idempotency key. Throws
 * `transaction_not_found`, `permission_denied` for a sale in a store that is not the caller's,
 * `invalid_transaction` for an Open or canceled sale, `product_not_found`, `invalid` for more than the sale
 * has, and `insufficient_stamps` if the customer has fewer stamps than must go back and the merchant's setting
 * refuses this. Interface 2, section 3.
 */
export async function modifySale(
  ctx: CoreContext,
  transactionId: number,
  modification: Modification,
): Promise<SaleModified> {
  const subject = `transaction ${transactionId}`;
  const call = {
    ...(await sale.callOf(ctx, transactionId)),
    modification: await ctx.ids.take(ctx.caller.merchant.id, "transaction_modifications"),
    asked: modification,
    ...contentOfSale.notComputed,
    ...(await auditOf(ctx, { subject })),
    ...keyOf(ctx),
  };
  const how = { subjects: () => [subject], recordedAs: null };
  return keptModification.read(await send(ctx, saleModifications, call, how));
}
