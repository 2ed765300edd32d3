import { auditOf } from "../../audit/index.ts";
import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { expireIfDue, returnableStamps } from "../../stamps/index.ts";
import { again, keyOf } from "../../writing/index.ts";
import type { SaleCanceled } from "../types.ts";
import {
  type CancelSaleSeen,
  canceledSale,
  cancelSaleLimits,
  refuseCancelSale,
} from "./cancel-sale.rules.ts";
import { type CancelSaleCall, cancelSales, operation } from "./cancel-sale.sql.ts";
import { selectRelatedRedemptions } from "./related-redemptions.sql.ts";

/** With `keepIssuedVouchers`, the vouchers that the sale issued stay valid. */
export type CancelSaleOptions = { readonly keepIssuedVouchers?: boolean };

/**
 * Cancels a sale, makes the vouchers that it issued inactive, and takes back its stamps, except stamps that
 * have expired. Takes back all stamps of an imported sale, because no ledger entry shows which have expired.
 * The sale no longer counts towards the cap of the day. A second cancel returns the canceled sale and changes
 * nothing. Staff must give a reason, and cashiers can cancel only recent sales. Throws
 * `transaction_not_found`, `permission_denied` (also for a sale in a store that is not the caller's),
 * `required` for a missing reason, `voucher_already_redeemed` if a voucher that the sale issued is spent, and
 * `insufficient_stamps` if the customer has fewer stamps than must go back; the refusal names the redemptions
 * whose cancel would give stamps back. Interface 2, section 3.
 */
export async function cancelSale(
  ctx: CoreContext,
  transactionId: number,
  reason: string | null = null,
  { keepIssuedVouchers = false }: CancelSaleOptions = {},
): Promise<SaleCanceled> {
  const { caller } = ctx;
  const call: CancelSaleCall = {
    transaction: transactionId,
    allowedStores: caller.stores,
    ...cancelSaleLimits(caller, reason),
    keepIssued: keepIssuedVouchers,
    ...{ replayed: null, replayedTo: null },
    levelChange: await ctx.ids.take(caller.merchant.id, "level_changes"),
    ...(await auditOf(ctx, { subject: `transaction ${transactionId}`, reason })),
    ...keyOf(ctx),
  };
  const done = await again(ctx, {
    operation: { name: operation, statement: cancelSales, subjects },
    call,
    settle: (seen) => expireIfDue(ctx, seen),
    complete: (sent, seen) => complete(ctx, sent, seen),
    refuse: (seen) => refuseCancelSale(seen, caller, reason),
  }).catch((error) => nameRelated(ctx, transactionId, error));
  return canceledSale(done);
}

const subjects = ({ transaction }: CancelSaleCall) => [`transaction ${transaction}`];

/** Throws `error`. If stamps are missing, adds the redemptions of the sale that would give stamps back. */
async function nameRelated(
  ctx: CoreContext,
  transactionId: number,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Failure && error.refusal.shortage)) throw error;
  const related = await selectRelatedRedemptions(ctx, transactionId);
  const giving = related.filter(({ stampsUsed }) => stampsUsed > 0);
  const relatedRedemptions = giving.map(({ id }) => id);
  throw new Failure({
    ...error.refusal,
    shortage: { ...error.refusal.shortage, relatedRedemptions },
  });
}

/**
 * Replays the ledger, and returns the call with the stamps to take back. Null if no replay is needed: the
 * statement has read the number of stamps, or the sale is unknown or Open.
 */
async function complete(
  ctx: CoreContext,
  call: CancelSaleCall,
  { sale, customer, takes }: CancelSaleSeen,
): Promise<CancelSaleCall | null> {
  if (!sale || !customer || takes !== null) return null;
  const origin = { cause: "earning", causeId: sale.id } as const;
  const { stamps, entryNumber } = await returnableStamps(ctx, customer.id, origin);
  return { ...call, replayed: stamps, replayedTo: entryNumber };
}
