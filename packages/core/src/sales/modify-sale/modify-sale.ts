import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { expireIfDue, returnableStamps } from "../../stamps/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { SaleAdded } from "../types.ts";
import type { Modification } from "./modification.rules.ts";
import {
  type ModifySaleSeen,
  modifiedSale,
  refuseModifySale,
  saleModified,
} from "./modify-sale.rules.ts";
import { type ModifySaleCall, modifySales, operation } from "./modify-sale.sql.ts";

/**
 * Takes items, amounts, payments or stamps off a sale. Takes back the stamps that the sale no longer earns, except
 * stamps that have expired. The ledger does not show which stamps of an imported sale have expired: they
 * count as not expired. Two calls take off twice, unless they have the same idempotency key. Throws
 * `transaction_not_found`, `permission_denied` for a sale in a store that is not the caller's,
 * `invalid_transaction` for an Open or canceled sale, `product_not_found`, `invalid` for more than the sale
 * has, and `insufficient_stamps` if the customer has fewer stamps than must go back. Interface 2, section 3.
 */
export async function modifySale(
  ctx: CoreContext,
  transactionId: number,
  modification: Modification,
): Promise<SaleAdded> {
  const { caller } = ctx;
  const call: ModifySaleCall = {
    transaction: transactionId,
    allowedStores: caller.stores,
    modification: await ctx.ids.take(caller.merchant.id, "transaction_modifications"),
    levelChange: await ctx.ids.take(caller.merchant.id, "level_changes"),
    totalLess: modification.total,
    subtotalLess: modification.subtotal ?? "0.00",
    itemsLess: modification.items,
    ...{ computedAt: null, replayed: null, total: null, subtotal: null, spending: null },
    ...{ stampsEarned: null, items: [], payments: [], takes: null },
    ...(await auditOf(ctx, { subject: `transaction ${transactionId}` })),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: modifySales, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    complete: (sent, seen) => complete(ctx, { sent, seen, modification }),
    refuse: (seen) => refuseModifySale(seen, caller, modification),
  });
  return saleModified(done);
}

const subjects = ({ transaction }: ModifySaleCall) => [`transaction ${transaction}`];

type Computing = {
  readonly sent: ModifySaleCall;
  readonly seen: ModifySaleSeen;
  readonly modification: Modification;
};

/**
 * Returns the call with the modified sale. Null if the call was computed from the current sale already, or if
 * the sale is unknown or Open.
 */
async function complete(
  ctx: CoreContext,
  { sent, seen, modification }: Computing,
): Promise<ModifySaleCall | null> {
  const { sale, customer, entryNumber, returnable } = seen;
  if (!sale || !customer || sent.computedAt === entryNumber) return null;
  const known =
    returnable === null
      ? await returnableStamps(ctx, customer.id, { cause: "earning", causeId: sale.id })
      : { stamps: returnable, entryNumber };
  const modified = modifiedSale({ ...seen, returnable: known.stamps }, modification);
  // if the ledger has changed since the sale was read, the statement must read the sale again
  if (!modified || known.entryNumber !== entryNumber) return { ...sent, computedAt: null };
  return { ...sent, ...modified, computedAt: entryNumber, replayed: known.stamps };
}
